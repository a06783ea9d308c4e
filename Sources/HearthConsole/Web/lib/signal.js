// Signals: a value, what is computed from it, and what happens when it changes.
// An effect runs again once per microtask after a value that it read has changed; it ends with its owner.
let running = null;
let owner = null;
const queue = new Set();
let isQueued = false;

function flush() {
  isQueued = false;
  let rounds = 0;
  while (queue.size > 0) {
    rounds += 1;
    if (rounds > 100) { queue.clear(); throw new Error('effects change what they read'); }
    for (const job of [...queue]) { queue.delete(job); job.run(); }
  }
}

function schedule(job) {
  queue.add(job);
  if (!isQueued) { isQueued = true; queueMicrotask(flush); }
}

/** A value that effects can read. */
export function signal(value) {
  const readers = new Set();
  return {
    get value() {
      if (running) { readers.add(running); running.sources.add(readers); }
      return value;
    },
    set value(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const job of [...readers]) schedule(job);
    },
    peek: () => value,
  };
}

/** Runs `body` now and after each change of what it read. Returns the function that ends it. */
export function effect(body) {
  const job = {
    sources: new Set(),
    inner: [],
    ended: false,
    run() {
      if (job.ended) return;
      clear();
      const [outer, above] = [running, owner];
      running = job; owner = job.inner;
      try { body(); } finally { running = outer; owner = above; }
    },
  };
  function clear() {
    for (const readers of job.sources) readers.delete(job);
    job.sources.clear();
    for (const end of job.inner.splice(0)) end();
  }
  function stop() { job.ended = true; clear(); queue.delete(job); }
  owner?.push(stop);
  job.run();
  return stop;
}

/** A value that follows from others. */
export function computed(body) {
  const out = signal(undefined);
  effect(() => { out.value = body(); });
  return { get value() { return out.value; }, peek: out.peek };
}

/** Runs `body` and collects the effects in it; returns its result and the function that ends them. */
export function scope(body) {
  const mine = [];
  const [outer, above] = [running, owner];
  running = null; owner = mine;
  try { return [body(), () => { for (const end of mine.splice(0)) end(); }]; } finally { running = outer; owner = above; }
}

/** Calls `end` when the effects around it end. */
export function onEnd(end) { owner?.push(end); }

/** Reads without becoming a reader. */
export function untracked(body) {
  const outer = running;
  running = null;
  try { return body(); } finally { running = outer; }
}
