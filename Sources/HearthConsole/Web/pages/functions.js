// Functions: what there is, how the calls ended, which events wait, and what came of the newest deliveries.
import { call } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { go, href, place, setQuery } from '../lib/route.js';
import { computed, effect, onEnd, signal, untracked } from '../lib/signal.js';
import { duration, number, t } from '../lib/text.js';
import { copyButton, cut, drawer, empty, failure, field, icon, json, reading, say, shown, tag, when } from '../parts/basics.js';
import { deliveryTag } from '../parts/flow.js';
import { tokenOf } from '../parts/signinas.js';

const kinds = { callable: 'Called by apps', blocking: 'Asked before a sign-in', event: 'Acts on events', schedule: 'Runs by the clock' };
const isFailed = delivery => delivery.state === 'retried' || delivery.state === 'dropped';
const shortKind = kind => kind.split('.').at(-1);
const failuresOf = statistics => Object.values(statistics?.failures ?? {}).reduce((sum, count) => sum + count, 0);

const callsOf = count => (count === 1 ? t('1 call') : t('{count} calls', { count }));

/** What starts a function, in a line. */
function startOf(one) {
  if (one.kind === 'event') return `${(one.wants ?? []).map(shortKind).join(', ')} · ${one.subjects}`;
  return one.kind === 'callable' ? one.path : (one.wants ?? []).join(', ');
}

/** Half of the calls, and nearly all, took at most so long: the bounds of the counts. */
function pace(durations = {}) {
  const bounds = Object.entries(durations);
  const all = bounds.reduce((sum, [, count]) => sum + count, 0);
  const bound = share => { let sum = 0; return bounds.find(([, count]) => { sum += count; return sum >= all * share; })?.[0]; };
  const words = text => (text === 'longer' ? '> 10 s' : `≤ ${duration(Number(text))}`);
  return all ? `${words(bound(0.5))} · ${words(bound(0.95))}` : '–';
}

function row(one, chosen) {
  const failed = failuresOf(one.statistics);
  return html`<li class="choice"><button type="button" aria-pressed=${() => String(chosen.value === one.name)} @click=${() => go(href('functions', one.name))}>${icon('fn')}<span class="grow"><b class="cut blk"><bdi>${one.name}</bdi></b><span class="soft small cut blk">${t(kinds[one.kind] ?? one.kind)}<bdi>${startOf(one) ? ` · ${startOf(one)}` : ''}</bdi></span></span>${one.waiting ? tag(t('{count} waiting', { count: one.waiting }), 'warn') : ''}${failed ? tag(t('{count} failed', { count: failed }), 'bad') : ''}<span class="num soft not-phone">${one.statistics ? callsOf(one.statistics.calls) : ''}</span></button></li>`;
}

const deliveryRow = (delivery, chosen) => html`<li class="choice"><button type="button" aria-pressed=${() => String(chosen.value === String(delivery.number))} @click=${() => setQuery({ delivery: delivery.number })}>${icon('bell')}<span class="grow"><b class="cut blk"><bdi>${delivery.function}</bdi></b><span class="soft small cut blk"><bdi>${`${shortKind(delivery.kind)} · ${delivery.subject}`}</bdi></span></span>${delivery.attempts > 1 ? tag(t('{count} attempts', { count: delivery.attempts })) : ''}${deliveryTag(delivery)}<span class="soft small not-phone">${when(delivery.at)}</span></button></li>`;

/** Calls a function with a body, as an app does, signed in or not. */
function caller(one) {
  const answer = signal(null);
  const trouble = signal(null);
  const send = async event => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    [answer.value, trouble.value] = [null, null];
    try {
      const data = JSON.parse(values.data.trim() || 'null');
      answer.value = await call('POST', 'functions:call', { path: one.path, data, ...(values.uid.trim() ? { token: (await tokenOf({ localId: values.uid.trim() })).idToken } : {}) });
      say(t('Answered: {status}', { status: answer.peek().status }));
    } catch (error) { trouble.value = error; }
  };
  return html`<section class="sec"><h3>${t('Call it')}</h3><form class="sec" @submit=${send}>${field(t('Data'), 'data', { rows: 4, value: '{}', hint: t('JSON') })}${field(t('As the user'), 'uid', { hint: t('A UID; empty for a caller without a sign-in.') })}<div class="acts"><button class="btn main" type="submit">${t('Call')}</button></div></form>${() => (trouble.value ? failure(trouble.value) : '')}${() => (answer.value ? html`<div class="card"><p class="pad">${tag(String(answer.value.status), answer.value.status < 400 ? 'ok' : 'bad')}</p>${json(answer.value.answer)}</div>` : '')}</section>`;
}

function functionDrawer(name, found, chosenDelivery, close) {
  const one = computed(() => (found.value.data?.functions ?? []).find(other => other.name === name));
  const mine = computed(() => (found.value.data?.deliveries ?? []).filter(delivery => delivery.function === name).slice(0, 50));
  const list = html`<ul class="card rows"></ul>`;
  each(list, () => mine.value, delivery => delivery.number, delivery => deliveryRow(delivery, chosenDelivery));
  const facts = () => {
    if (!one.value) return html`<p class="soft">${t('The program has no function “{name}”, or no longer.', { name })}</p>`;
    const { statistics, waiting } = one.value;
    return html`<dl class="facts"><dt>${t('Started by')}</dt><dd class="brk">${t(kinds[one.value.kind] ?? one.value.kind)}</dd><dt>${one.value.kind === 'callable' ? t('Path') : t('Events')}</dt><dd><code class="brk">${startOf(one.value)}</code></dd>${one.value.kind === 'event' ? html`<div class="contents"><dt>${t('After a failure')}</dt><dd>${one.value.retries ? t('tried again') : t('dropped')}</dd><dt>${t('Events waiting')}</dt><dd class="num">${number(waiting)}</dd></div>` : ''}${statistics ? html`<div class="contents"><dt>${t('Calls')}</dt><dd class="num">${number(statistics.calls)}${statistics.running ? tag(t('{count} running', { count: statistics.running }), 'info') : ''}</dd><dt>${t('Failures')}</dt><dd>${failuresOf(statistics) ? Object.entries(statistics.failures).map(([code, count]) => tag(`${code} × ${number(count)}`, 'bad')) : t('none')}</dd><dt>${t('Half, and 95 %')}</dt><dd class="num">${pace(statistics.durations)}</dd></div>` : ''}</dl>`;
  };
  const isCallable = untracked(() => one.value?.kind === 'callable');
  return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the functions')} @click=${close}>${icon('left')}</button><h2 class="grow brk"><bdi>${name.split('/').at(-1)}</bdi></h2>${copyButton(name, t('Copy the name'))}<button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div></header><div class="body" tabindex="0">${facts}${isCallable ? caller(untracked(() => one.value)) : ''}${() => (mine.value.length ? html`<section class="sec"><h3>${t('Newest deliveries')}</h3>${list}</section>` : '')}</div></div>`;
}

function deliveryDrawer(delivery, reload, close) {
  const trouble = signal(null);
  const detail = reading(() => call('GET', `deliveries/${delivery}`));
  detail.load();
  const replay = async () => {
    trouble.value = null;
    try { await call('POST', `deliveries/${delivery}:replay`); say(t('Delivered again')); close(); } catch (error) { trouble.value = error; detail.load(); }
    await reload();
  };
  return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the functions')} @click=${close}>${icon('left')}</button><h2 class="grow">${t('Event')}</h2><button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div><div class="acts"><button class="btn tight" type="button" @click=${replay}>${icon('replay', 's')}${t('Deliver again')}</button></div></header><div class="body" tabindex="0">${() => (trouble.value ? failure(trouble.value) : '')}${shown(detail, found => html`<div class="contents">${found.reason ? html`<div class="note bad"><p class="brk">${cut(found.reason, 600)}</p></div>` : ''}<dl class="facts"><dt>${t('Function')}</dt><dd><bdi class="brk">${found.function}</bdi></dd><dt>${t('State')}</dt><dd>${deliveryTag(found)}</dd><dt>${t('Kind')}</dt><dd><code class="brk">${found.kind}</code></dd><dt>${t('Happened to')}</dt><dd><bdi class="brk">${cut(found.subject, 300)}</bdi></dd><dt>${t('Attempts')}</dt><dd class="num">${number(found.attempts)}</dd><dt>${t('Took')}</dt><dd class="num">${found.ms == null ? '–' : duration(found.ms)}</dd></dl><section class="sec"><h3>${t('What the function was told')}</h3><div class="card">${json(found.payload)}</div></section></div>`)}</div></div>`;
}

/** Reads the report every two seconds while the page is looked at; what did not change is not drawn again. */
function useReport() {
  const found = reading(() => call('GET', 'functions'));
  let known = '';
  const load = async () => {
    try {
      const report = await call('GET', 'functions');
      const text = JSON.stringify(report);
      if (text !== known) { known = text; found.set(report); }
    } catch (error) { if (found.peek().data === undefined) await found.load(); }
  };
  load();
  const timer = setInterval(() => { if (!document.hidden) load(); }, 2000);
  onEnd(() => clearInterval(timer));
  return { found, load };
}

export default function functions() {
  const { found, load } = useReport();
  const chosen = computed(() => place.value.rest[0] ?? null);
  const chosenDelivery = computed(() => place.value.query.get('delivery'));
  const only = computed(() => place.value.query.get('show') ?? 'all');
  const rows = computed(() => found.value.data?.functions ?? []);
  const deliveries = computed(() => (found.value.data?.deliveries ?? []).filter(one => only.value === 'all' || (only.value === 'failed' ? isFailed(one) : one.state === 'waiting')).slice(0, 100));
  const list = html`<ul class="rows wide"></ul>`;
  each(list, () => rows.value, one => one.name, one => row(one, chosen));
  const stream = html`<ul class="rows wide"></ul>`;
  each(stream, () => deliveries.value, one => one.number, one => deliveryRow(one, chosenDelivery));
  const chip = (name, label) => html`<button class="chip" type="button" aria-pressed=${() => String(only.value === name)} @click=${() => setQuery({ show: name === 'all' ? '' : name })}>${label}</button>`;
  const banner = () => {
    const report = found.value.data;
    if (!report || report.up) return '';
    return html`<div class="armed" role="status"><span class="grow">${t('The functions do not answer. Their events wait.')}</span></div>`;
  };
  const strays = () => Object.entries(found.value.data?.strays ?? {}).map(([name, count]) => html`<p class="soft block">${t('{count} events wait for “{name}”, which the program does not have.', { count, name })}</p>`);
  const nothing = data => (data.named || !data.up
    ? empty(t('No functions yet'), t('The program of --functions has none, or does not answer.'))
    : empty(t('A program of another kind'), t('It answers at {origin}, and does not say which functions it has.', { origin: data.origin ?? '' })));
  const side = () => {
    if (chosenDelivery.value) { const close = () => setQuery({ delivery: '' }); return drawer(t('Event'), deliveryDrawer(chosenDelivery.value, load, close), close); }
    if (!chosen.value || !isLoaded.value) return '';
    const close = () => go(href('functions'));
    return drawer(chosen.value, functionDrawer(chosen.value, found, chosenDelivery, close), close);
  };
  const isLoaded = computed(() => found.value.data !== undefined);
  return html`<div class="contents"><div class="head"><h1>${t('Functions')}</h1><span class="count">${() => (found.value.data ? number(rows.value.length) : '')}</span><span class="grow"></span><span class="soft small mono not-phone">${() => found.value.data?.origin ?? ''}</span></div>${banner}
<div class="frame"><section class="list" aria-label=${t('Functions')}><div class="scroll" tabindex="0">${shown(found, data => html`<div class="contents">${data.functions.length ? list : nothing(data)}${strays()}${data.deliveries.length || data.functions.some(one => one.kind === 'event') ? html`<section class="sec"><div class="tools deliveries"><h2>${t('Newest deliveries')}</h2>${chip('all', t('All'))}${chip('failed', t('Failed'))}${chip('waiting', t('Waiting'))}</div>${() => (deliveries.value.length ? stream : html`<p class="soft pad">${t('No deliveries of this kind')}</p>`)}<p class="soft small pad">${t('At most 200, and until hearth ends. Events that wait are kept as the accounts and documents are.')}</p></section>` : ''}</div>`)}</div></section>${side}</div></div>`;
}
