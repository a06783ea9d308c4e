// The secrets of a request in the log: each hidden place has a button that shows it, and one button shows them all.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { hidden, icon } from './basics.js';

const quoted = text => JSON.stringify(text).slice(1, -1);

/** The parameters of an address and the marks between them; hiding a value changes none of the marks. */
const pieces = address => address.split(/([?#&])/);

/**
 * Which secrets of the entry `id` are shown. What the server hid is read when the first one is asked for, and is
 * forgotten with the drawer; `attempt(act)` runs that and shows what went wrong.
 */
export function secretsOf(id, attempt) {
  const whole = signal(null);
  const isAll = signal(false);
  const open = signal(new Set());
  const read = async () => { whole.value ??= await call('GET', `log/${id}?secrets=1`); };
  const secretAt = path => path.reduce((value, name) => value?.[name], whole.value);
  const toggle = key => attempt(async () => {
    await read();
    const next = new Set(open.peek());
    if (!next.delete(key)) next.add(key);
    open.value = next;
  });
  const toggleAll = () => attempt(async () => {
    await read();
    isAll.value = !isAll.peek();
    if (!isAll.peek()) open.value = new Set();
  });

  /** A hidden place: the word or the secret, and the button, which keeps its place and the focus. */
  function place(key, name, secret) {
    const isShown = () => isAll.value || open.value.has(key);
    return html`<span class="secret">${() => (isShown() ? html`<span class="s">${secret()}</span>` : html`<span class="c">${t('hidden')}</span>`)}<button class="btn bare" type="button" ?hidden=${() => isAll.value} aria-label=${() => (isShown() ? t('Hide {name}', { name }) : t('Show {name}', { name }))} @click=${() => toggle(key)}>${() => (isShown() ? t('Hide') : t('Show'))}</button></span>`;
  }

  /** An address whose parameters are hidden one by one; `write` is how a secret stands in it. */
  function address(path, text, write) {
    return pieces(text).map((piece, k) => {
      if (!piece.endsWith(`=${hidden}`)) return piece;
      const name = piece.slice(0, -hidden.length - 1);
      const secret = () => pieces(secretAt(path))[k].slice(name.length + 1);
      return html`<span>${`${name}=`}${place(`${path.join('/')} ${k}`, name, () => write(secret()))}</span>`;
    });
  }

  return {
    /** The button that shows all of them. */
    button: () => html`<button class="btn bare tight" type="button" aria-pressed=${() => String(isAll.value)} @click=${toggleAll}>${icon('eye', 's')}${t('Show secrets')}</button>`,
    /** An address outside of a document. */
    line: (path, text) => html`<span>${address(path, text, String)}</span>`,
    /** What draws the hidden texts of a document that stands at `root`. */
    within: root => (path, text) => {
      const full = [...root, ...path];
      if (text === hidden) return place(full.join('/'), String(path.at(-1)), () => JSON.stringify(secretAt(full)));
      return html`<span class="s">"${address(full, text, quoted)}"</span>`;
    },
  };
}
