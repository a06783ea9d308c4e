// One table of shortcuts; the help sheet prints it. None fires while text is being typed.
const table = [];
let prefix = '';
let timer = 0;

/** Adds a shortcut, for example `bind('g u', 'Users', f)`. Returns the function that removes it. */
export function bind(keys, does, run) {
  const entry = { keys, does, run };
  table.push(entry);
  return () => { const k = table.indexOf(entry); if (k >= 0) table.splice(k, 1); };
}

/** What there is, for the help sheet. */
export const shortcuts = () => table.filter((entry, k) => table.findIndex(other => other.keys === entry.keys) === k);

const isTyping = node => node?.closest?.('input:not([type=checkbox]),textarea,select,[contenteditable]') != null;

addEventListener('keydown', event => {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    table.findLast(entry => entry.keys === 'Ctrl K')?.run();
    return;
  }
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
  if (event.key !== 'Escape' && (isTyping(event.target) || document.querySelector('dialog[open]'))) return;
  const keys = prefix ? `${prefix} ${event.key}` : event.key;
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
