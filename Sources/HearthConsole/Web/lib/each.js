// A keyed list: rows keep their nodes, focus and selection while the list changes.
import { effect, onEnd, scope, untracked } from './signal.js';

/** Keeps `host` filled with `row(item)` for each of `items()`; a row is made anew when its item is another object. */
export function each(host, items, key, row) {
  const kept = new Map();
  const drop = id => { const entry = kept.get(id); entry.end(); entry.node.remove(); kept.delete(id); };
  effect(() => {
    const list = items();
    untracked(() => {
      const seen = new Set();
      let place = host.firstChild;
      for (const item of list) {
        const id = key(item);
        if (seen.has(id)) continue;
        seen.add(id);
        let entry = kept.get(id);
        if (!entry || entry.item !== item) {
          const hadFocus = entry?.node.contains(document.activeElement);
          const [node, end] = scope(() => row(item));
          if (entry) {
            entry.end();
            if (place === entry.node) place = node;
            entry.node.replaceWith(node);
          }
          entry = { item, node, end };
          kept.set(id, entry);
          if (hadFocus) (node.matches?.('[tabindex],a,button') ? node : node.querySelector?.('a,button,[tabindex]'))?.focus();
        }
        if (entry.node === place) place = place.nextSibling;
        else host.insertBefore(entry.node, place);
      }
      for (const id of [...kept.keys()]) if (!seen.has(id)) drop(id);
    });
  });
  onEnd(() => { for (const id of [...kept.keys()]) drop(id); });
  return host;
}
