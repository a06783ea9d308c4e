// "Undo" for ten seconds in place of a question, wherever the state before is known exactly.
import { html } from '../lib/html.js';
import { scope, signal } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { failure, icon, say } from './basics.js';

const seconds = 10;
let withdraw = () => {};

/**
 * Offers to take something back: `words` say what was done, `undo()` puts it back.
 *
 * The ten seconds stand still while the bar is pointed at or has the focus (WCAG 2.2.1); Ctrl Z takes back from
 * anywhere, but for fields, which have an undo of their own.
 */
export function offerUndo(words, undo) {
  withdraw();
  const before = document.activeElement;
  const left = signal(seconds);
  const trouble = signal(null);
  const isBusy = signal(false);
  const held = new Set();
  const [bar, end] = scope(() => html`<section class="undo" aria-label=${t('Undo')}><span class="grow brk">${words}</span>${() => (trouble.value ? failure(trouble.value) : '')}<span class="soft num small" aria-hidden="true">${() => (trouble.value ? '' : t('{count} s', { count: number(left.value) }))}</span><button class="btn tight" type="button" ?disabled=${() => isBusy.value} @click=${() => take()}>${icon('replay', 's')}${t('Undo')}</button><kbd class="not-phone">Ctrl Z</kbd><button class="btn bare tight" type="button" aria-label=${t('Keep it so')} @click=${() => close()}>${icon('x', 's')}</button></section>`);
  const hold = name => () => held.add(name);
  const release = name => () => held.delete(name);
  bar.addEventListener('pointerenter', hold('pointer'));
  bar.addEventListener('pointerleave', release('pointer'));
  bar.addEventListener('focusin', hold('focus'));
  bar.addEventListener('focusout', release('focus'));
  const timer = setInterval(() => {
    if (held.size > 0 || document.hidden || isBusy.peek() || trouble.peek()) return;
    left.value -= 1;
    if (left.peek() <= 0) close();
  }, 1000);
  const press = event => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z' && !event.target.closest?.('input,textarea,select,dialog')) { event.preventDefault(); take(); }
    if (event.key === 'Escape' && bar.contains(event.target)) close();
  };
  addEventListener('keydown', press);
  function close() {
    if (withdraw !== close) return;
    withdraw = () => {};
    clearInterval(timer);
    removeEventListener('keydown', press);
    const hadFocus = bar.contains(document.activeElement);
    bar.remove();
    end();
    if (hadFocus) (before?.isConnected ? before : document.querySelector('main h1'))?.focus();
  }
  async function take() {
    if (isBusy.peek()) return;
    isBusy.value = true;
    trouble.value = null;
    try { await undo(); close(); say(t('Taken back')); } catch (error) { trouble.value = error; isBusy.value = false; }
  }
  withdraw = close;
  document.body.append(bar);
  say(t('{words} Ctrl Z takes it back.', { words }));
}
