// A button that opens a list of acts or choices. It closes by Escape, by a press beside it, and when the focus leaves it.
import { html } from '../lib/html.js';
import { onEnd } from '../lib/signal.js';
import { icon } from './basics.js';

/** The menu; `items` are list items, `label` is what the button is called. */
export function menu(label, symbol, items, kind = '') {
  const node = html`<details class=${`menu ${kind}`}><summary class="btn" aria-label=${label} title=${label}>${icon(symbol, 's')}</summary><ul>${items}</ul></details>`;
  const close = () => { node.open = false; };
  node.addEventListener('keydown', event => { if (event.key === 'Escape' && node.open) { event.stopPropagation(); close(); node.firstElementChild.focus(); } });
  node.addEventListener('focusout', event => { if (event.relatedTarget && !node.contains(event.relatedTarget)) close(); });
  const press = event => { if (!node.contains(event.target)) close(); };
  addEventListener('pointerdown', press);
  onEnd(() => removeEventListener('pointerdown', press));
  return node;
}

/** An act of a menu, which closes it. */
export const menuAct = (symbol, words, run) => html`<li><button type="button" @click=${event => { event.target.closest('details').open = false; run(); }}>${icon(symbol)}${words}</button></li>`;
