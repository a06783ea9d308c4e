// Texts: English is in the code, other languages are tables of the same sentences. One table is loaded at once, and
// each larger page brings one of its own; `script/console-texts` puts every sentence where the pages that say it look.
import { signal } from './signal.js';

/** The languages that there are, by their own names. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語', ar: 'العربية' };

const table = {};
const loads = new Map();
let folder = '';

/** The sentences that were asked for and that the reader's language lacks: none, a test holds. */
export const missing = new Set();

/** The language of the page. */
export const language = signal('en');

const isRightToLeft = () => language.peek() === 'ar';

/** The tag by which numbers and times are written: digits are Latin in every language, as in codes and addresses. */
export const locale = () => `${language.peek()}-u-nu-latn`;

/** The name of a language in itself. */
export const languageName = tag => languages[tag] ?? new Intl.DisplayNames([tag], { type: 'language' }).of(tag);

/** Chooses the language that the reader chose, else the browser's first that there is, and loads its first table. */
export async function loadLanguage(address) {
  folder = address;
  globalThis.hearthMissingTexts = missing;
  const wanted = [localStorage.getItem('hearth.language'), ...navigator.languages].filter(Boolean);
  language.value = wanted.map(tag => tag.toLowerCase().split('-')[0]).find(tag => Object.hasOwn(languages, tag)) ?? 'en';
  document.documentElement.lang = language.peek();
  document.documentElement.dir = isRightToLeft() ? 'rtl' : 'ltr';
  await loadTable('');
}

async function fetchTable(name) {
  const answer = await fetch(`${folder}/text/${language.peek()}${name}.json`);
  if (!answer.ok) throw new Error(`text: ${answer.status}`);
  Object.assign(table, await answer.json());
}

/** Loads a table once; one that did not arrive is asked for again. */
function loadTable(name) {
  if (language.peek() === 'en') return Promise.resolve();
  if (!loads.has(name)) loads.set(name, fetchTable(name).catch(error => { loads.delete(name); throw error; }));
  return loads.get(name);
}

/** The module of a page, after its sentences of `text/LANGUAGE/NAME.json`: it may say some while it is read. */
export async function withTexts(name, load) {
  await loadTable(`/${name}`);
  return load();
}

/** Chooses a language for this browser; the page is read again. */
export function chooseLanguage(name) {
  localStorage.setItem('hearth.language', name);
  location.reload();
}

/** The form of a text that has one for each kind of number: the first number among the values decides. */
function formOf(text, values) {
  if (typeof text === 'string') return text;
  const count = Object.values(values).find(value => typeof value === 'number') ?? 0;
  return text[new Intl.PluralRules(language.peek()).select(count)] ?? text.other;
}

/** A sentence in the reader's language, with `{name}` replaced by values. */
export function t(sentence, values = {}) {
  if (language.peek() !== 'en' && !Object.hasOwn(table, sentence)) missing.add(sentence);
  const text = Object.hasOwn(table, sentence) ? formOf(table[sentence], values) : sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? format(values[name]) : whole));
}

/** In a text that runs from the right, a value without its letters runs from the left: a number keeps its plus in front. */
export const alone = text => (isRightToLeft() && !/[\u0590-\u08ff]/.test(text) ? `\u200e${text}\u200e` : text);

const format = value => (typeof value === 'number' ? number(value) : alone(String(value)));

/** A number as the reader writes it. */
export const number = value => new Intl.NumberFormat(locale()).format(value);

/** A moment, exactly. */
export function moment(milliseconds) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(milliseconds);
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
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.round(seconds / length), unit);
}

/** A duration in milliseconds, as short as it can be read. */
export function duration(milliseconds) {
  if (milliseconds < 1) return alone('< 1 ms');
  if (milliseconds < 1000) return alone(`${Math.round(milliseconds)} ms`);
  if (milliseconds < 60000) return alone(`${(milliseconds / 1000).toFixed(1)} s`);
  return alone(`${Math.round(milliseconds / 60000)} min`);
}
