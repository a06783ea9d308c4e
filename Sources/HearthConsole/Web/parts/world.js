// What several pages know: the project, counts for the rail, the clock, and the log's entries.
import { api, call } from '../lib/call.js';
import { onLive } from '../lib/live.js';
import { computed, effect, signal } from '../lib/signal.js';
import { t } from '../lib/text.js';

const roles = { viewer: 'viewer', support: 'support', developer: 'developer', owner: 'owner' };
/** The name of an administrator's role. */
export const roleWords = role => t(roles[role] ?? role);

/** What the server said of itself. */
export const server = signal({});
/** The projects, and the one that pages show. */
export const projects = signal([]);
export const project = signal('');
/** The tenant whose users are shown; empty for the project's own. The page of users sets it, and takes it back. */
export const tenant = signal('');
/** Numbers of the rail; `null` while unknown. */
export const counts = signal({ users: null, withFactor: 0, unread: 0, faults: 0 });
/** How far the emulator's clock is ahead, in milliseconds. */
export const clockOffset = signal(0);
/** Changes with every mutation of a kind: `users`, `inbox`, `clock`, `faults`, `data`, `settings`, `events`. */
export const changes = { users: signal(0), inbox: signal(0), clock: signal(0), faults: signal(0), data: signal(0), settings: signal(0), events: signal(0) };

/** The message that came last while the page was open. */
export const newestMessage = signal(null);

/** The entries of the log by number, and the flows by number, newest last. */
export const entries = signal(new Map());
export const flows = signal(new Map());
/** Whether entries are missing between those that are shown. */
export const hasGap = signal(false);
/** When the page noticed that hearth was started again, whose log is another one; 0 if it was not. */
export const restartedAt = signal(0);
let run = '';

const limit = 2000;
const base = name => `identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(name)}`;

/** The address of a project's accounts, and of its emulator. */
export const accounts = rest => `${base(project.peek())}/${tenant.peek() ? `tenants/${encodeURIComponent(tenant.peek())}/` : ''}${rest}`;
export const emulator = rest => `emulator/v1/projects/${encodeURIComponent(project.peek())}/${rest}`;

/** A page of users: `{text, order, descending, after, size}` to `{users, next, total, withFactor}`. */
export const searchUsers = search => call('POST', 'users:search', { project: project.peek(), ...(tenant.peek() ? { tenant: tenant.peek() } : {}), ...search });

/** Whether the reader may do something: everything in the emulator, what the role allows in production. */
export const may = permission => server.peek().mode === 'emulator' || (server.peek().may ?? []).includes(permission);
/** Whether this is the console of an emulator. */
export const isEmulator = () => server.peek().mode === 'emulator';

const touches = [
  [/^(SignUp|SignIn|Delete|Update|Import|Clear|Finish|ResetPassword|Withdraw|CreateTenant)/, 'users'],
  [/^(Message|ResetPassword|UpdateAccount|SignInWithEmailLink|SignInWithPhone|FinishSecondFactor|Delete|Clear|(GET|POST) .*\/action)/, 'inbox'],
  [/^UpdateClock/, 'clock'],
  [/Fault/, 'faults'],
  [/^Firestore (commit|batchWrite|create|update|delete)/, 'data'],
  [/Config|Tenant/, 'settings'],
  [/^(POST \/mp\/|(POST|DELETE) \/(crash|analytics)\/|POST .*events:report)/, 'events'],
];

let waiting = new Set();
function touch(operation) {
  for (const [pattern, what] of touches) if (pattern.test(operation)) waiting.add(what);
  if (waiting.size > 0 && !touch.timer) {
    touch.timer = setTimeout(() => {
      touch.timer = 0;
      for (const what of waiting) changes[what].value = changes[what].peek() + 1;
      waiting = new Set();
    }, 150);
  }
}

let pending = [];
function take(event) {
  pending.push(event);
  if (pending.length === 1) {
    // One change of the page for all that came since the last picture; a hidden tab has no pictures.
    if (document.hidden) setTimeout(flush, 500); else requestAnimationFrame(flush);
  }
}

function flush() {
  const [nextEntries, nextFlows] = [new Map(entries.peek()), new Map(flows.peek())];
  for (const { entry, flow } of pending.splice(0)) {
    if (entry.kind === 'gap') { hasGap.value = true; continue; }
    nextEntries.set(entry.id, entry);
    if (flow) { nextFlows.delete(flow.id); nextFlows.set(flow.id, flow); }
    if (!(entry.kind === 'request' && entry.method === 'GET')) touch(entry.op);
    if (entry.kind === 'message') { counts.value = { ...counts.peek(), unread: counts.peek().unread + 1 }; newestMessage.value = entry; }
  }
  for (const map of [nextEntries, nextFlows]) for (const key of map.keys()) { if (map.size <= limit) break; map.delete(key); }
  entries.value = nextEntries;
  flows.value = nextFlows;
}

/** Reads the newest part of the log and returns the number of its last event. What came meanwhile is newer, and stays. */
async function loadLog() {
  const log = await call('GET', 'log?limit=800');
  const [name, number] = log.last.split('.');
  run = name;
  const isNewer = id => id > Number(number);
  const nextFlows = new Map(log.flows.map(flow => [flow.id, flow]));
  for (const flow of flows.peek().values()) if (flow.steps.some(isNewer)) { nextFlows.delete(flow.id); nextFlows.set(flow.id, flow); }
  const read = log.entries.filter(entry => entry.kind !== 'gap').map(entry => [entry.id, entry]);
  entries.value = new Map([...read, ...[...entries.peek()].filter(([id]) => isNewer(id))]);
  flows.value = nextFlows;
  return log.last;
}

async function quietly(read) { try { return await read(); } catch { /* the banner says that the server is away */ } }

async function loadCounts() {
  const { total, withFactor } = await searchUsers({ size: 1 });
  counts.value = { ...counts.peek(), users: total, withFactor };
}

async function loadClock() {
  const clock = await api('GET', emulator('clock'));
  clockOffset.value = offsetOf(clock);
}

/** How far a clock is ahead of the machine's, from what the server says. */
export function offsetOf(clock) {
  if (clock.offset != null) return Number(clock.offset) * 1000;
  const ahead = Date.parse(clock.now ?? '') - Date.now();
  return Math.abs(ahead) < 2000 || Number.isNaN(ahead) ? 0 : ahead;
}

async function loadFaults() {
  const { faults = [] } = await api('GET', emulator('faults'));
  counts.value = { ...counts.peek(), faults: faults.length };
}

/** Reads what the shell shows, and keeps it true. Resolves to the last event of the log that it has read. */
export async function startWorld(state) {
  server.value = state;
  projects.value = state.projects;
  project.value = state.projects[0] ?? '';
  effect(() => { project.value; tenant.value; changes.users.value; quietly(loadCounts); });
  if (state.mode !== 'emulator') return null;
  onLive(event => {
    if (event.kind === 'log') take(event.data);
    if (event.kind === 'hello' && event.run !== run) begin(event.run);
    if (event.kind === 'gap') { if (!event.isOfRestart) hasGap.value = true; quietly(loadLog); for (const what of Object.values(changes)) what.value += 1; }
  });
  const known = await quietly(loadLog);
  effect(() => { project.value; changes.clock.value; quietly(loadClock); });
  effect(() => { project.value; changes.faults.value; quietly(loadFaults); });
  return known;
}

/** Follows another log than before: that of a server which was started again, or the first one that could be read. */
function begin(name) {
  if (run) {
    restartedAt.value = Date.now();
    hasGap.value = false;
    entries.value = new Map();
    flows.value = new Map();
  }
  run = name;
  quietly(loadLog);
}

/** Flows, newest first. */
export const newestFlows = computed(() => [...flows.value.values()].reverse());
