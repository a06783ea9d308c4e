// The live log: what belongs together as one flow, or every request by itself; beside it what went over the wire.
import { fetched } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { bind, bindChosen } from '../lib/keys.js';
import { href, place, setQuery } from '../lib/route.js';
import { computed, effect, onEnd, signal } from '../lib/signal.js';
import { duration, number, t, timeOfDay } from '../lib/text.js';
import { drawer, empty, failure, icon, later, say } from '../parts/basics.js';
import { exchange } from '../parts/exchange.js';
import { deliveryTag, flowHead, step } from '../parts/flow.js';
import { flowTest } from '../parts/swift.js';
import { counts, entries, flows, hasGap, newestFlows, project, restartedAt, server } from '../parts/world.js';

const paused = signal(null);
const clearedAt = signal(0);

/** The words of a filter such as `user:ada op:SignIn* status:4xx ms:>100 "wrong password"`. */
export const filterWords = text => [...text.matchAll(/(\w+:)?(?:"([^"]*)"?|(\S+))/g)].map(([, name = '', quoted, bare]) => ({ name: name.slice(0, -1), value: quoted ?? bare })).filter(word => word.value !== '');

const escaped = text => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*');
const has = (texts, value) => texts.some(text => text?.toLowerCase().includes(value.toLowerCase()));

/** Whether an entry meets every word of a filter. */
export function meets(entry, words) {
  return words.every(({ name, value }) => {
    if (name === 'op') return new RegExp(`^${escaped(value)}`, 'i').test(entry.op);
    if (name === 'status') return new RegExp(`^${value.replace(/[^0-9x]/g, '').replace(/x/g, '\\d')}$`).test(String(entry.status ?? ''));
    if (name === 'ms') return value.startsWith('>') ? entry.ms > Number(value.slice(1)) : entry.ms < Number(value.replace('<', ''));
    if (name === 'user') return has([entry.who, entry.to, entry.subject], value);
    return has([entry.op, entry.to, entry.error, entry.path, entry.client, entry.who, entry.title, entry.function, entry.subject], name ? `${name}:${value}` : value);
  });
}

/** Saves what is shown as lines of JSON, without bodies and without secrets. */
function exportLines(shown) {
  const lines = shown.map(({ code, link, ...entry }) => JSON.stringify({ ...entry, time: new Date(entry.at).toISOString() })).join('\n');
  const place = URL.createObjectURL(new Blob([lines, '\n'], { type: 'application/x-ndjson' }));
  const anchor = document.createElement('a');
  [anchor.href, anchor.download] = [place, `${project.peek()}-log.jsonl`];
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(place), 60000);
  say(t('{count} entries were saved.', { count: shown.length }));
}

const message = (entry, close) => later(() => import('../parts/message.js'), ({ messageDetail }) => messageDetail(entry, close, { back: t('Back to the log') }));

function delivery(entry, close) {
  return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the log')} @click=${close}>${icon('left')}</button><div class="grow"><h2 class="brk"><bdi>${entry.function}</bdi></h2><p class="soft small num">${`${timeOfDay(entry.at)} · ${duration(entry.ms)}`}</p></div>${deliveryTag(entry)}<button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div></header>
<div class="body">${entry.reason ? html`<div class="note bad"><p class="brk">${entry.reason}</p></div>` : ''}<dl class="facts"><dt>${t('Kind')}</dt><dd><code class="brk">${entry.event}</code></dd><dt>${t('Happened to')}</dt><dd><bdi class="brk">${entry.subject}</bdi></dd><dt>${t('Attempts')}</dt><dd class="num">${number(entry.attempts)}</dd></dl><div class="acts"><a class="btn" href=${`${href('functions')}?delivery=${entry.delivery}`}>${icon('fn', 's')}${t('Show in Functions')}</a></div></div></div>`;
}

const details = { message, delivery, request: exchange };

/** What stands in the drawer for an entry. */
export const detailOf = (entry, close) => details[entry.kind](entry, close);

function flowCard(flow, choose, chosen) {
  const opened = place.peek().query.get('flow') === String(flow.id);
  const list = html`<ol class="flow" aria-label=${t('Steps')}></ol>`;
  const steps = () => flow.steps.map(id => entries.value.get(id)).filter(Boolean).sort((one, other) => one.at - other.at || one.id - other.id);
  each(list, steps, entry => entry.id, entry => step(entry, choose, () => chosen.value?.id === entry.id, () => flows.value.get(flow.id)));
  return html`<li class="group"><details ?open=${opened || openFlows.has(flow.id)} @toggle=${event => openFlows[event.target.open ? 'add' : 'delete'](flow.id)}><summary>${flowHead(flow)}${icon('down', 's')}</summary>${list}${flowTest(flow)}</details></li>`;
}

const openFlows = new Set();

export default function log() {
  const view = computed(() => place.value.query.get('view') ?? 'flows');
  const show = computed(() => place.value.query.get('show') ?? 'all');
  const text = signal(place.peek().query.get('q') ?? '');
  const chosen = signal(null);
  const words = computed(() => filterWords(text.value));
  const source = computed(() => paused.value ?? { flows: newestFlows.value, entries: [...entries.value.values()] });
  // An entry says by itself whose it is in few cases: its flow knows.
  const owners = computed(() => { const map = new Map(); if (words.value.length > 0) for (const flow of source.value.flows) for (const id of flow.steps) map.set(id, flow.who); return map; });
  const isMet = entry => meets(entry.who ? entry : { ...entry, who: owners.value.get(entry.id) }, words.value);
  const lines = computed(() => source.value.entries.filter(entry => entry.id > clearedAt.value && isMet(entry) && (show.value !== 'refused' || entry.status >= 400) && (show.value !== 'messages' || entry.kind === 'message')).slice(-500).reverse());
  const cards = computed(() => source.value.flows.filter(flow => Math.max(...flow.steps) > clearedAt.value && (show.value !== 'refused' || flow.state === 'refused') && (show.value !== 'messages' || flow.steps.some(id => entries.value.get(id)?.kind === 'message')) && (words.value.length === 0 || meets({ ...flow, op: flow.title }, words.value) || flow.steps.some(id => entries.value.has(id) && isMet(entries.value.get(id))))).slice(0, 200));
  const shownEntries = () => cards.peek().flatMap(flow => flow.steps.map(id => entries.peek().get(id)).filter(Boolean));
  const close = () => { chosen.value = null; };
  const choose = entry => { chosen.value = entry; };
  const pause = () => { paused.value = paused.peek() ? null : { flows: newestFlows.peek(), entries: [...entries.peek().values()], since: entries.peek().size ? [...entries.peek().keys()].at(-1) : 0 }; };
  const trouble = signal(null);
  const disarm = async () => { trouble.value = null; try { await (await fetched(() => import('./faults.js'))).disarmAll(); } catch (error) { trouble.value = error; } };
  onEnd(bind('p', 'Pause the log', pause));
  onEnd(bindChosen('r', 'Send the chosen request again'));
  onEnd(bindChosen('e', 'Edit the chosen request and send it'));
  onEnd(() => { paused.value = null; });
  const waiting = computed(() => (paused.value ? [...entries.value.keys()].filter(id => id > paused.value.since).length : 0));
  const flowList = html`<ol class="stream"></ol>`;
  each(flowList, () => cards.value, flow => flow.id, flow => flowCard(flow, choose, chosen));
  const lineList = html`<ol class="stream lines"></ol>`;
  each(lineList, () => lines.value, entry => entry.id, entry => step(entry, choose, () => chosen.value?.id === entry.id));
  const chip = (name, label) => html`<button class="chip" type="button" aria-pressed=${() => String(show.value === name)} @click=${() => setQuery({ show: name === 'all' ? '' : name })}>${label}</button>`;
  const list = () => {
    const [items, node] = view.value === 'flows' ? [cards.value, flowList] : [lines.value, lineList];
    if (items.length > 0) return node;
    return words.value.length > 0 || show.value !== 'all'
      ? empty(t('Nothing matches'), t('The newest 2,000 entries were searched.'), html`<button class="btn" type="button" @click=${() => { text.value = ''; setQuery({ show: '', q: '' }); }}>${t('Show all')}</button>`)
      : server.peek().records === false
        ? empty(t('Requests are not recorded'), t('hearth was started with --no-record. Messages and deliveries appear here alone.'))
        : empty(t('Nothing happened yet'), t('Every request of your app appears here the moment it is answered. The newest 5,000 are kept until hearth ends.'));
  };
  return html`<div class="contents"><div class="head"><h1>${t('Live log')}</h1><span class="grow"></span><button class="btn" type="button" aria-pressed=${() => String(paused.value != null)} @click=${pause}>${icon('pause', 's')}${() => (paused.value ? t('Go on ({count} new)', { count: waiting.value }) : t('Pause'))}</button><button class="btn" type="button" @click=${() => { clearedAt.value = [...entries.peek().keys()].at(-1) ?? 0; }}>${t('Clear')}</button><button class="btn" type="button" @click=${() => exportLines(view.peek() === 'flows' ? shownEntries() : lines.peek())}>${icon('doc', 's')}${t('Export')}</button></div>
<div class="tools"><label class="find wide-find">${icon('find', 's')}<span class="hide">${t('Filter the log')}</span><input aria-keyshortcuts="/" placeholder=${t('Filter: user:ada op:SignIn* status:4xx ms:>100 "text"')} .value=${() => text.value} @input=${event => { text.value = event.target.value; }} @change=${event => setQuery({ q: event.target.value })}><kbd class="not-phone" aria-hidden="true">/</kbd></label><span class="set">${[['flows', 'Flows'], ['requests', 'Requests']].map(([name, label]) => html`<button class="btn tight" type="button" aria-pressed=${() => String(view.value === name)} @click=${() => setQuery({ view: name === 'flows' ? '' : name })}>${t(label)}</button>`)}</span>${chip('all', t('All'))}${chip('messages', t('Messages'))}${chip('refused', t('Refused'))}</div>
${() => (counts.value.faults ? html`<div class="armed"><span class="bolt">${icon('bolt', 's')}</span><span class="grow">${t('{count} faults are armed.', { count: counts.value.faults })}</span><button class="btn tight" type="button" @click=${disarm}>${t('Disarm')}</button></div>` : '')}
${() => (trouble.value ? failure(trouble.value) : '')}
${() => (restartedAt.value ? html`<div class="armed" role="status"><span class="grow">${t('hearth was started again at {time}. The log, the inbox and the newest deliveries are kept in memory, and begin anew.', { time: timeOfDay(restartedAt.value).slice(0, 8) })}</span></div>` : '')}
${() => (hasGap.value ? html`<div class="armed"><span class="grow">${t('Some requests are not shown: more came than the log keeps.')}</span></div>` : '')}
<div class="frame"><section class="list streamlist" aria-label=${t('Live log')}><div class="scroll" tabindex="0">${list}</div></section>${() => (chosen.value ? drawer(chosen.value.op, detailOf(chosen.value, close), close) : '')}</div></div>`;
}
