// Texts: English is in the code, other languages are tables of the same sentences.
import { signal } from './signal.js';

const names = ['en', 'de'];
let table = {};

/** The sentences that were asked for and that the reader's language lacks: none, a test holds. */
export const missing = new Set();

/** The language of the page. */
export const language = signal('en');

/** Loads the language that the reader chose, else the browser's. */
export async function loadLanguage(folder) {
  globalThis.hearthMissingTexts = missing;
  const wanted = [localStorage.getItem('hearth.language'), ...navigator.languages].filter(Boolean);
  const name = wanted.map(tag => tag.toLowerCase().split('-')[0]).find(tag => names.includes(tag)) ?? 'en';
  if (name !== 'en') {
    const answer = await fetch(`${folder}/text/${name}.json`);
    if (answer.ok) { table = await answer.json(); language.value = name; }
  }
  document.documentElement.lang = language.peek();
}

/** Chooses a language for this browser; the page is read again. */
export function chooseLanguage(name) {
  localStorage.setItem('hearth.language', name);
  location.reload();
}

/** A sentence in the reader's language, with `{name}` replaced by values. */
export function t(sentence, values = {}) {
  if (language.peek() !== 'en' && !(sentence in table)) missing.add(sentence);
  const text = table[sentence] ?? sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? format(values[name]) : whole));
}

const format = value => (typeof value === 'number' ? number(value) : String(value));

/** A number as the reader writes it. */
export const number = value => new Intl.NumberFormat(language.peek()).format(value);

/** A moment, exactly. */
export function moment(milliseconds) {
  return new Intl.DateTimeFormat(language.peek(), { dateStyle: 'medium', timeStyle: 'medium' }).format(milliseconds);
}

/** The time of day with milliseconds, for logs. */
export function timeOfDay(milliseconds) {
  const date = new Date(milliseconds);
  const two = value => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

const steps = [[60, 'second', 1], [3600, 'minute', 60], [86400, 'hour', 3600], [2592000, 'day', 86400], [31536000, 'month', 2592000], [Infinity, 'year', 31536000]];

/** How long ago, in words. */
export function ago(milliseconds, now = Date.now()) {
  const seconds = Math.round((milliseconds - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 10) return t('just now');
  const [, unit, length] = steps.find(([limit]) => size < limit);
  return new Intl.RelativeTimeFormat(language.peek(), { numeric: 'auto' }).format(Math.round(seconds / length), unit);
}

/** A duration in milliseconds, as short as it can be read. */
export function duration(milliseconds) {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60000)} min`;
}
