// Pages by address, over the History API: every view can be sent to a colleague, and Back works.
import { fetched } from './call.js';
import { scope, signal } from './signal.js';

/** The address that is shown: `{page, rest, query}`. */
export const place = signal(read());

function read() {
  const segments = location.pathname.split('/').filter(Boolean).slice(1).map(decodeURIComponent);
  return { page: segments[0] ?? 'overview', rest: segments.slice(1), query: new URLSearchParams(location.search) };
}

/** The address of a page: `href('users', uid)`. */
export const href = (page, ...rest) => ['/console', ...(page === 'overview' && rest.length === 0 ? [] : [page, ...rest].map(encodeURIComponent))].join('/');

let ask = null;
let shownAddress = location.href;

/** Has `mayLeave()` asked before the page goes to another address; it resolves to whether it may. Returns what ends it. */
export function beforeLeaving(mayLeave) {
  ask = mayLeave;
  return () => { if (ask === mayLeave) ask = null; };
}

/** Goes to an address of the console. */
export function go(address, { replace = false } = {}) {
  if (ask && !replace) { ask().then(may => { if (may) { ask = null; go(address); } }); return; }
  history[replace ? 'replaceState' : 'pushState']({}, '', address);
  shownAddress = location.href;
  place.value = read();
}

/** The heading of the page that is shown. */
export const title = signal('');

/** Changes parameters of the address and stays on the page; an empty value removes one. */
export function setQuery(changes) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) if (value) query.set(name, value); else query.delete(name);
  const text = query.toString();
  go(location.pathname + (text ? `?${text}` : ''), { replace: true });
}

addEventListener('popstate', () => {
  if (!ask) { shownAddress = location.href; place.value = read(); return; }
  // The browser is there already: the page that asks is put before it, and left by Back again.
  history.pushState({}, '', shownAddress);
  ask().then(may => { if (may) { ask = null; history.back(); } });
});
addEventListener('click', event => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.('a[href]');
  if (!link || link.target || link.origin !== location.origin || !/^\/console(\/(?!-\/)|$)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

/** Shows the page of the address in `host`: `pages` maps a name to a function that loads its module. */
export function showPages(host, pages, failed) {
  let end = () => {};
  let shown = null;
  return async function show({ page }) {
    if (page === shown) return;
    shown = page;
    try {
      const module = await fetched(pages[page] ?? pages.missing);
      if (shown !== page) return;
      end();
      const [node, stop] = scope(() => module.default());
      end = stop;
      host.replaceChildren(node);
      const heading = host.querySelector('h1');
      title.value = heading?.textContent ?? '';
      if (heading) { heading.tabIndex = -1; heading.focus({ preventScroll: true }); }
    } catch (error) {
      end();
      host.replaceChildren(failed(error));
    }
  };
}
