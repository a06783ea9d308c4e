// Small parts that every page uses.
import { fetched } from '../lib/call.js';
import { html, visible } from '../lib/html.js';
import { effect, onEnd, signal } from '../lib/signal.js';
import { ago, moment, t } from '../lib/text.js';

const folder = document.body.dataset.folder;

/** An icon of the sheet. */
export function icon(name, size = '') {
  const turns = name === 'left' || name === 'right' ? ' turns' : '';
  const node = html`<svg class=${`i ${size}${turns}`} aria-hidden="true"><use></use></svg>`;
  node.firstElementChild.setAttribute('href', `${folder}/icons.svg#${name}`);
  return node;
}

/** The arch with its flame. */
export const mark = () => html`<svg viewBox="0 0 28 28" aria-hidden="true"><path class="stone" d="M3 26V13C3 6.600 7.900 2 14 2s11 4.600 11 11v13h-5.500V13.500c0-3.200-2.400-5.700-5.500-5.700s-5.500 2.500-5.500 5.700V26z"></path><path class="flame" d="M14.200 11.500c.4 2.300 3.600 4.600 3.600 8.400 0 3.100-1.700 5.100-3.900 5.100s-3.800-1.800-3.800-4.500c0-2.100 1.100-3.300 1.800-4.500.3 1 .7 1.500 1.200 1.800.4-2.200.4-4.200 1.100-6.300z"></path></svg>`;

const polite = html`<p class="hide" role="status" aria-live="polite"></p>`;
document.body.append(polite);
/** Says something to readers of the page who do not see it. */
export function say(text) { polite.textContent = ''; requestAnimationFrame(() => { polite.textContent = text; }); }

/** The time now, every fifteen seconds, for relative times. */
export const now = signal(Date.now());
setInterval(() => { if (!document.hidden) now.value = Date.now(); }, 15000);

/** A moment in words, exact on demand; `none` if there is none. */
export function when(milliseconds, none = t('never')) {
  if (!milliseconds) return html`<span class="soft">${none}</span>`;
  return html`<time class="num" title=${moment(milliseconds)} datetime=${new Date(milliseconds).toISOString()}>${() => ago(milliseconds, Math.max(now.value, Date.now()))}</time>`;
}

/** A button that copies text: `text` says it when the button is pressed, and `null` where it has said what went wrong. */
export function copyButton(text, label = t('Copy'), { bare = true, words } = {}) {
  const done = signal(false);
  const press = async event => {
    event.stopPropagation();
    const content = typeof text === 'function' ? await text() : text;
    if (content != null && await copy(content)) {
      done.value = true;
      say(t('Copied'));
      setTimeout(() => { done.value = false; }, 2000);
    }
  };
  return html`<button class=${`btn tight ${bare ? 'bare' : ''}`} type="button" aria-label=${words ? false : label} @click=${press}>${() => icon(done.value ? 'check' : 'copy', 's')}${words ?? ''}</button>`;
}

/** Puts text on the clipboard, also where the page has no permission for it. */
export async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* the old manner below */ }
  const area = html`<textarea class="hide"></textarea>`;
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** Initials in a circle, of one of five colours that its name decides. */
export function face(name, size = '') {
  const words = (name ?? '').replace(/@.*/, '').split(/[\s._-]+/).filter(Boolean);
  const letters = words.length === 0 ? '?' : [...words[0]][0] + (words.length > 1 ? [...words.at(-1)][0] : '');
  let sum = 0;
  for (const letter of name ?? '') sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return html`<span class=${`face ${name ? `f${1 + (sum % 5)}` : 'f0'} ${size}`} aria-hidden="true">${letters.toUpperCase()}</span>`;
}

/** A word in a coloured field. */
export const tag = (words, kind = '', mark = null) => html`<span class=${`tag ${kind}`}>${mark ? icon(mark, 's') : ''}${words}</span>`;

/** What stands where nothing is. */
export function empty(title, words, ...acts) {
  return html`<div class="void"><svg class="art" viewBox="0 0 28 28" aria-hidden="true"><path class="stone" d="M3 26V13C3 6.600 7.900 2 14 2s11 4.600 11 11v13h-5.500V13.500c0-3.200-2.400-5.700-5.500-5.700s-5.500 2.500-5.500 5.700V26z"></path><path class="ash" d="M10 25h8M12 23h4"></path></svg><h2>${title}</h2><p>${words}</p><div class="acts">${acts}</div></div>`;
}

/** Rows in the shape of what is still being read. */
export const bones = (count = 6) => html`<ul class="bones" aria-label=${t('Loading')}>${Array.from({ length: count }, () => html`<li><span class="bone round"></span><span class="bone w1"></span><span class="bone w2"></span></li>`)}</ul>`;

/** What went wrong in a panel, and how to go on. */
export function failure(error, retry) {
  const again = retry ? html`<button class="btn tight" type="button" @click=${retry}>${t('Try again')}</button>` : '';
  return html`<div class="note bad" role="alert">${icon('bolt')}<div class="grow"><p><b>${error.isOffline ? t('The server does not answer') : t('That was refused')}</b></p><p><bdi>${error.message || error.code || String(error)}</bdi></p>${error.code && !error.isOffline ? html`<p class="soft small"><code>${`${error.status} ${error.code}`}</code></p>` : ''}<div class="acts">${again}</div></div></div>`;
}

/** Something that is read: `state.value` is `{data}`, `{error}` or neither yet; `load` reads it again. */
export function reading(read) {
  const state = signal({});
  let run = 0;
  async function load() {
    const mine = run += 1;
    try {
      const data = await read();
      if (mine === run) state.value = { data };
    } catch (error) {
      if (mine === run) state.value = { ...state.peek(), error };
    }
  }
  onEnd(() => { run = -1; });
  return { get value() { return state.value; }, peek: state.peek, load, set: data => { run += 1; state.value = { data }; } };
}

/** Shows a reading: bones, what went wrong, or `draw(data)`. */
export function shown(read, draw, wait = bones) {
  return () => {
    const { data, error } = read.value;
    if (error && data === undefined) return failure(error, read.load);
    if (data === undefined) return wait();
    return html`<div class="contents">${error ? failure(error, read.load) : ''}${draw(data)}</div>`;
  };
}

/** Moves the focus to the first act of what is chosen: in the drawer, else above the list. Returns whether there is one. */
export function focusActs() {
  const act = document.querySelector('main .drawer .acts :is(a, button):not(:disabled)') ?? document.querySelector('main .bulk button');
  act?.focus();
  return act != null;
}

/** A part whose module is fetched when it is first needed; until then there are bones, or what went wrong. */
export function later(load, draw, wait = bones) {
  const found = reading(() => fetched(load));
  found.load();
  return html`<div class="contents">${shown(found, draw, wait)}</div>`;
}

let identifiers = 0;
/** An identifier that no other element of the page has: two sheets may be open, and a page may have the same field. */
const identifier = () => `h${identifiers += 1}`;

/** Asks before something that cannot be taken back. Resolves to whether it was confirmed. */
export function confirm(title, words, act) {
  return new Promise(resolve => {
    let answer = false;
    const id = identifier();
    const dialog = html`<dialog class="dialog" aria-labelledby=${id}><form method="dialog"><h2 id=${id}>${title}</h2><p>${words}</p><div class="acts end"><button class="btn" value="no" type="submit">${t('Cancel')}</button><button class="btn bad" type="submit" @click=${() => { answer = true; }}>${act}</button></div></form></dialog>`;
    show(dialog, () => resolve(answer));
  });
}

/** A sheet with fields; `submit(values)` closes it unless it throws, and then the error stands in it. */
export function form(title, fields, act, submit) {
  return new Promise(resolve => {
    const error = signal(null);
    const isBusy = signal(false);
    let result;
    const send = async event => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(event.target));
      isBusy.value = true;
      try {
        result = (await submit(values)) ?? true;
        dialog.close();
      } catch (trouble) {
        error.value = trouble;
        for (const input of event.target.querySelectorAll('input[type=hidden]')) input.value = '';
      }
      isBusy.value = false;
    };
    const id = identifier();
    const dialog = html`<dialog class="dialog" aria-labelledby=${id}><form @submit=${send} novalidate><h2 id=${id}>${title}</h2>${fields}${() => (error.value ? failure(error.value) : '')}<div class="acts end"><button class="btn" type="button" @click=${() => dialog.close()}>${t('Cancel')}</button><button class="btn main" type="submit" ?disabled=${() => isBusy.value}>${act}</button></div></form></dialog>`;
    show(dialog, () => resolve(result));
  });
}

function show(dialog, closed) {
  const before = document.activeElement;
  dialog.addEventListener('close', () => { dialog.remove(); before?.focus?.(); closed(); });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input:not([type=checkbox]),textarea,select')?.focus();
}

/** A field with its label, for sheets and pages. */
export function field(label, name, { value = '', type = 'text', hint = '', rows = 0, placeholder = '', autocomplete = 'off' } = {}) {
  const id = identifier();
  const control = rows > 0
    ? html`<textarea id=${id} name=${name} rows=${rows} spellcheck="false" class="mono" .value=${value}></textarea>`
    : html`<input id=${id} name=${name} type=${type} .value=${value} placeholder=${placeholder} autocomplete=${autocomplete} aria-describedby=${hint ? `${id}-hint` : false}>`;
  return html`<div class="field"><label for=${id}>${label}</label>${control}${hint ? html`<p class="soft small" id=${`${id}-hint`}>${hint}</p>` : ''}</div>`;
}

/** The word that stands in the place of a secret. */
export const hidden = '‹hidden›';

/**
 * A document as coloured text; every value is a text node. `drawHidden(path, text)` draws a text in which the server
 * has hidden something; without it the word `hidden` stands there.
 */
export function json(value, drawHidden = null) {
  const out = document.createElement('pre');
  out.tabIndex = 0;
  write(out, value, '', [], drawHidden);
  return out;
}

function piece(out, text, kind) {
  if (!kind) { out.append(visible(text)); return; }
  const span = document.createElement('span');
  span.className = kind;
  span.textContent = visible(text);
  out.append(span);
}

function write(out, value, indent, path, drawHidden) {
  if (Array.isArray(value) || (value && typeof value === 'object')) {
    const isList = Array.isArray(value);
    const entries = isList ? value.map(item => [null, item]) : Object.entries(value);
    if (entries.length === 0) { out.append(isList ? '[]' : '{}'); return; }
    out.append(isList ? '[\n' : '{\n');
    entries.forEach(([name, item], k) => {
      out.append(`${indent}  `);
      if (name !== null) { piece(out, JSON.stringify(name), 'k'); out.append(': '); }
      write(out, item, `${indent}  `, [...path, name ?? k], drawHidden);
      out.append(k + 1 < entries.length ? ',\n' : '\n');
    });
    out.append(`${indent}${isList ? ']' : '}'}`);
  } else if (drawHidden && typeof value === 'string' && value.includes(hidden)) out.append(drawHidden(path, value));
  else if (value === hidden) piece(out, t('hidden'), 'c');
  else piece(out, JSON.stringify(value), typeof value === 'string' ? 's' : typeof value === 'number' ? 'n' : 'b');
}

/** Cuts a text that is too long for a line; the whole is in its title. */
export function cut(text, limit = 200) {
  const all = String(text ?? '');
  return all.length > limit ? html`<span title=${all.slice(0, 2000)}>${`${all.slice(0, limit)}…`}</span>` : all;
}

/** The drawer beside a list, which closes by Escape and gives the focus back. */
export function drawer(label, content, close) {
  const node = html`<aside class="drawer" aria-label=${label}>${content}</aside>`;
  const before = document.activeElement;
  const press = event => { if (event.key === 'Escape' && !document.querySelector('dialog[open]')) { event.stopPropagation(); close(); } };
  node.addEventListener('keydown', press);
  onEnd(() => { if (node.contains(document.activeElement)) before?.focus?.(); });
  effect(() => {});
  return node;
}
