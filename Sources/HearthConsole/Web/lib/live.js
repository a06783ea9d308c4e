// What happens on the server, as it happens. One tab of a browser holds the stream and tells the others: a browser has
// six connections to a server, and a stream takes one for as long as it lasts.
import { signal } from './signal.js';

/** Whether events arrive: `live`, `away` (the server does not answer) or `old` (another version of it does). */
export const liveState = signal('live');

const listeners = new Set();
const channel = globalThis.BroadcastChannel ? new BroadcastChannel('hearth.console') : null;
let last = null;

channel?.addEventListener('message', ({ data }) => tell(data, false));

/** Calls `listen(event)` for each event; returns the function that ends it. */
export function onLive(listen) {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

function tell(event, isOwn) {
  if (event.id) last = event.id;
  if (event.kind === 'state') liveState.value = event.state;
  else for (const listen of [...listeners]) listen(event);
  if (isOwn) channel?.postMessage(event);
}

/**
 * Begins to listen. `digest` is the version of the page; a server with another one makes it old. `known` is the last
 * event that the page has read already: the ones after it come, however long it takes to connect.
 */
export function startLive(digest, known) {
  last ??= known;
  if (navigator.locks && channel) navigator.locks.request('hearth.console.live', () => hold(digest));
  else hold(digest);
}

function hold(digest) {
  return new Promise(() => connect(digest, 1000));
}

function connect(digest, pause) {
  const known = last?.split('.')[0];
  let isOtherRun = false;
  const source = new EventSource(`/console/v1/live${last ? `?after=${encodeURIComponent(last)}` : ''}`);
  source.addEventListener('hello', event => {
    pause = 1000;
    const hello = JSON.parse(event.data);
    tell({ kind: 'state', state: hello.digest === digest ? 'live' : 'old' }, true);
    const run = hello.last.split('.')[0];
    isOtherRun = known !== undefined && known !== run;
    // Numbers of another run mean nothing to this one.
    if (last?.split('.')[0] !== run) last = hello.last;
    tell({ kind: 'hello', run }, true);
  });
  for (const kind of ['log', 'gap', 'change']) {
    source.addEventListener(kind, event => {
      // The first gap after a number of another run says only that it is another one.
      const isOfRestart = kind === 'gap' && isOtherRun;
      if (isOfRestart) isOtherRun = false;
      tell({ kind, isOfRestart, id: event.lastEventId, data: JSON.parse(event.data) }, true);
    });
  }
  source.addEventListener('error', () => {
    source.close();
    tell({ kind: 'state', state: 'away' }, true);
    retry.now = () => { clearTimeout(timer); connect(digest, pause); };
    const timer = setTimeout(() => connect(digest, Math.min(pause * 2, 30000)), pause);
  });
}

/** Tries at once to reach a server that does not answer. */
export const retry = { now: () => {} };
