// The users that are chosen in a list: their identifiers, or all that the list finds.
import { signal } from '../lib/signal.js';

/** The choice of one list. */
export function marks() {
  const [ids, isAll] = [signal(new Set()), signal(false)];
  let last = null;
  const set = (list, isChosen) => { isAll.value = false; const next = new Set(ids.peek()); for (const id of list) if (isChosen) next.add(id); else next.delete(id); ids.value = next; };
  const toggle = id => { const isChosen = !ids.peek().has(id); last = isChosen ? id : null; set([id], isChosen); };
  return {
    get value() { return ids.value; },
    get isAll() { return isAll.value; },
    get isAny() { return isAll.value || ids.value.size > 0; },
    peek: () => ({ ids: [...ids.peek()], isAll: isAll.peek() }),
    has: id => isAll.value || ids.value.has(id),
    set,
    toggle,
    /** Chooses the rows of `list` from the one that was chosen last to `id`; alone, if there is none in the list. */
    reach(list, id) {
      const [from, to] = [list.indexOf(last), list.indexOf(id)];
      if (from < 0) { if (!ids.peek().has(id)) toggle(id); return; }
      set(list.slice(Math.min(from, to), Math.max(from, to) + 1), true);
      last = id;
    },
    all() { isAll.value = true; },
    clear() { ids.value = new Set(); isAll.value = false; last = null; },
  };
}
