// One table of shortcuts; the help sheet prints it. None fires while text is being typed.
const table = [];
let prefix = '';
let timer = 0;

/** Adds a shortcut, for example `bind('g u', 'Users', f)` or `bind('Shift x', …)`. Returns the function that removes it. */
export function bind(keys, does, run) {
  const entry = { keys, does, run };
  table.push(entry);
  return () => { const k = table.indexOf(entry); if (k >= 0) table.splice(k, 1); };
}

const offers = [];

/** Says what single keys do with what is chosen: `offer({ e: edit })`. Returns the function that takes it back. */
export function offer(acts) {
  offers.push(acts);
  return () => { const k = offers.indexOf(acts); if (k >= 0) offers.splice(k, 1); };
}

/** Adds a shortcut for what is chosen. It does what was offered last, else `otherwise()`, which may return `false`. */
export const bindChosen = (key, does, otherwise = () => false) => bind(key, does, event => {
  const act = offers.findLast(acts => acts[key])?.[key];
  return act ? act(event) : otherwise(event);
});

/** What there is, for the help sheet. */
export const shortcuts = () => table.filter((entry, k) => table.findIndex(other => other.keys === entry.keys) === k);

const isTyping = node => node?.closest?.('input:not([type=checkbox]),textarea,select,[contenteditable]') != null;

/** A key as the table has it. A letter is the same one with caps lock; with Shift it is another shortcut. */
const nameOf = ({ key, shiftKey }) => (/^[a-z]$/i.test(key) ? `${shiftKey ? 'Shift ' : ''}${key.toLowerCase()}` : key);

addEventListener('keydown', event => {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    table.findLast(entry => entry.keys === 'Ctrl K')?.run();
    return;
  }
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing || event.key === 'Shift') return;
  if (event.key !== 'Escape' && (isTyping(event.target) || document.querySelector('dialog[open]'))) return;
  const keys = prefix ? `${prefix} ${nameOf(event)}` : nameOf(event);
  const found = table.findLast(entry => entry.keys === keys);
  clearTimeout(timer);
  prefix = '';
  if (found) {
    if (found.run(event) !== false) event.preventDefault();
  } else if (table.some(entry => entry.keys.startsWith(`${keys} `))) {
    prefix = keys;
    timer = setTimeout(() => { prefix = ''; }, 1500);
  }
});
