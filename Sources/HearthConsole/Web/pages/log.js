// The live log: what belongs together as one flow, or every request by itself; beside it what went over the wire.
import { call, api } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { bind } from '../lib/keys.js';
import { href, place, setQuery } from '../lib/route.js';
import { computed, effect, onEnd, signal } from '../lib/signal.js';
import { duration, number, t, timeOfDay } from '../lib/text.js';
import { copyButton, drawer, empty, failure, icon, json, reading, say, shown, tag } from '../parts/basics.js';
import { deliveryTag, flowHead, purposeWords, step } from '../parts/flow.js';
import { mailPreview } from '../parts/mail.js';
import { flowTest } from '../parts/swift.js';
import { counts, emulator, entries, flows, hasGap, newestFlows, restartedAt } from '../parts/world.js';

const paused = signal(null);
const clearedAt = signal(0);

/** Whether an entry meets a filter such as `op:SignIn* status:4xx ms:>100 ada`. */
export function meets(entry, words) {
  return words.every(word => {
    const [, name, value] = /^(op|status|ms|user):(.+)$/.exec(word) ?? [null, null, word];
    if (name === 'op') return new RegExp(`^${value.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}`, 'i').test(entry.op);
    if (name === 'status') return new RegExp(`^${value.replace(/[^0-9x]/g, '').replace(/x/g, '\\d')}$`).test(String(entry.status ?? ''));
    if (name === 'ms') return value.startsWith('>') ? entry.ms > Number(value.slice(1)) : entry.ms < Number(value.replace('<', ''));
    return [entry.op, entry.to, entry.error, entry.path, entry.client, entry.who, entry.title, entry.function, entry.subject].some(text => text?.toLowerCase().includes(value.toLowerCase()));
  });
}

const bodyBlock = side => (side.body !== undefined ? json(side.body) : side.text ? html`<pre tabindex="0">${side.text}</pre>` : html`<p class="soft pad">${t('No body')}</p>`);

function curl(detail) {
  const quote = text => `'${String(text).replace(/'/g, "'\\''")}'`;
  const skip = /^(host|content-length|connection|accept-encoding|origin|referer|sec-|user-agent)/i;
  const fields = Object.entries(detail.request.fields).filter(([name]) => !skip.test(name)).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const body = detail.request.body === undefined ? [] : [`-d ${quote(/form-urlencoded/.test(detail.request.fields['Content-Type'] ?? '') ? new URLSearchParams(detail.request.body) : JSON.stringify(detail.request.body))}`];
  return ['curl', `-X ${detail.method}`, quote(`${location.origin}${detail.target}`), ...fields, ...body].join(' ');
}

function exchange(entry, close) {
  const isOpen = signal(false);
  const side = signal('request');
  const trouble = signal(null);
  const detail = reading(() => call('GET', `log/${entry.id}${isOpen.peek() ? '?secrets=1' : ''}`));
  effect(() => { isOpen.value; detail.load(); });
  const attempt = async act => { trouble.value = null; try { say(await act()); } catch (error) { trouble.value = error; } };
  const replay = () => attempt(async () => t('Sent again: {status}', { status: (await call('POST', `log/${entry.id}:replay`)).status }));
  const fail = () => attempt(async () => { await api('POST', emulator('faults'), { operation: entry.op, count: 1, fault: { kind: 'STATUS', status: 503 } }); return t('The next call of {op} will fail', { op: entry.op }); });
  const sides = [['request', 'Request'], ['response', 'Response'], ['tokens', 'Tokens']];
  const isIdentity = /^[A-Z]\w+$/.test(entry.op);
  return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the log')} @click=${close}>${icon('left')}</button><div class="grow"><h2 class="brk">${entry.op}</h2><p class="soft small num">${`${timeOfDay(entry.at)} · ${duration(entry.ms)}`}</p></div>${tag(String(entry.status), entry.status < 400 ? 'ok' : 'bad')}<button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div>
<div class="acts"><button class="btn tight" type="button" @click=${replay}>${icon('replay', 's')}${t('Send again')}</button>${isIdentity ? html`<button class="btn tight" type="button" @click=${fail}>${icon('bolt', 's')}${t('Make the next one fail')}</button>` : ''}${copyButton(async () => curl(await call('GET', `log/${entry.id}?secrets=1`)), t('Copy as curl'), { bare: false, words: 'curl' })}</div></header>
<div class="body">${() => (trouble.value ? failure(trouble.value) : '')}${entry.error ? html`<div class="note bad"><div class="grow"><p><b>${t('Refused')}</b></p><p><code>${entry.error}</code></p></div></div>` : ''}
<section class="sec"><div class="line"><h3 class="grow">${t('What went over the wire')}</h3><button class="btn bare tight" type="button" aria-pressed=${() => String(isOpen.value)} @click=${() => { isOpen.value = !isOpen.value; }}>${icon('eye', 's')}${t('Show secrets')}</button></div>
<div class="card"><div class="subbar"><span class="set">${sides.map(([name, words]) => html`<button class="btn tight" type="button" aria-pressed=${() => String(side.value === name)} @click=${() => { side.value = name; }}>${t(words)}</button>`)}</span></div>${shown(detail, found => {
    if (side.value === 'tokens') return found.tokens.length ? html`<div>${found.tokens.map(token => html`<div><h3 class="pad">${token.name}</h3>${json(token.claims)}</div>`)}</div>` : html`<p class="soft pad">${t('No token in the answer')}</p>`;
    const one = found[side.value];
    return html`<div><p class="pad mono small brk">${side.value === 'request' ? `${found.method} ${found.target}` : `HTTP ${found.status}`}</p>${bodyBlock(one)}<details class="pad"><summary>${t('Fields')}</summary>${json(one.fields)}</details>${found.cut ? html`<p class="soft pad">${t('The bodies are longer than what is kept.')}</p>` : ''}</div>`;
  })}</div></section></div></div>`;
}

function message(entry, close) {
  const digits = entry.channel === 'SMS' ? [...entry.code] : [];
  return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the log')} @click=${close}>${icon('left')}</button><div class="grow"><h2>${entry.channel === 'SMS' ? t('Text message') : t('Mail')}</h2><p class="soft small"><bdi>${`${timeOfDay(entry.at)} · ${entry.to}`}</bdi></p></div><button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div></header>
<div class="body"><section class="sec"><div class="stub"><p class="soft small">${purposeWords(entry.purpose)}</p>${digits.length ? html`<p class="bigcode" aria-label=${digits.join(' ')}>${digits.map(digit => html`<span aria-hidden="true">${digit}</span>`)}</p>` : html`<p class="mono brk">${entry.code}</p>`}<div class="acts mid">${copyButton(entry.code, t('Copy the code'), { bare: false, words: t('Copy code') })}${entry.link ? html`<a class="btn main" href=${entry.link} target="_blank" rel="noopener noreferrer">${icon('open', 's')}${t('Open link')}</a>` : ''}</div></div></section>${entry.link ? html`<section class="sec"><div class="line"><h3 class="grow">${t('Link')}</h3>${copyButton(entry.link, t('Copy the link'))}</div><p class="mono small brk">${entry.link}</p></section><section class="sec"><h3>${t('Preview')}</h3>${mailPreview({ kind: entry.purpose, language: languageOf(entry.link), to: entry.to })}</section>` : ''}</div></div>`;
}

/** The language that a mailed link names: that of the app which asked for it. */
function languageOf(link) {
  try { return new URL(link).searchParams.get('lang') ?? 'en'; } catch { return 'en'; }
}

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
  const words = computed(() => text.value.trim().split(/\s+/).filter(Boolean));
  const source = computed(() => paused.value ?? { flows: newestFlows.value, entries: [...entries.value.values()] });
  const lines = computed(() => source.value.entries.filter(entry => entry.id > clearedAt.value && meets(entry, words.value) && (show.value !== 'refused' || entry.status >= 400) && (show.value !== 'messages' || entry.kind === 'message')).slice(-500).reverse());
  const cards = computed(() => source.value.flows.filter(flow => Math.max(...flow.steps) > clearedAt.value && (show.value !== 'refused' || flow.state === 'refused') && (show.value !== 'messages' || flow.steps.some(id => entries.value.get(id)?.kind === 'message')) && (words.value.length === 0 || meets({ ...flow, op: flow.title }, words.value) || flow.steps.some(id => entries.value.has(id) && meets(entries.value.get(id), words.value)))).slice(0, 200));
  const close = () => { chosen.value = null; };
  const choose = entry => { chosen.value = entry; };
  const pause = () => { paused.value = paused.peek() ? null : { flows: newestFlows.peek(), entries: [...entries.peek().values()], since: entries.peek().size ? [...entries.peek().keys()].at(-1) : 0 }; };
  onEnd(bind('p', 'Pause the log', pause));
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
      : empty(t('Nothing happened yet'), t('Every request of your app appears here the moment it is answered. The newest 5,000 are kept until hearth ends.'));
  };
  return html`<div class="contents"><div class="head"><h1>${t('Live log')}</h1><span class="grow"></span><button class="btn" type="button" aria-pressed=${() => String(paused.value != null)} @click=${pause}>${icon('pause', 's')}${() => (paused.value ? t('Go on ({count} new)', { count: waiting.value }) : t('Pause'))}</button><button class="btn" type="button" @click=${() => { clearedAt.value = [...entries.peek().keys()].at(-1) ?? 0; }}>${t('Clear')}</button></div>
<div class="tools"><label class="find wide-find">${icon('find', 's')}<span class="hide">${t('Filter the log')}</span><input placeholder=${t('Filter: user, op:SignIn*, status:4xx, ms:>100')} .value=${() => text.value} @input=${event => { text.value = event.target.value; }} @change=${event => setQuery({ q: event.target.value })}><kbd class="not-phone">/</kbd></label><span class="set">${[['flows', 'Flows'], ['requests', 'Requests']].map(([name, label]) => html`<button class="btn tight" type="button" aria-pressed=${() => String(view.value === name)} @click=${() => setQuery({ view: name === 'flows' ? '' : name })}>${t(label)}</button>`)}</span>${chip('all', t('All'))}${chip('messages', t('Messages'))}${chip('refused', t('Refused'))}</div>
${() => (counts.value.faults ? html`<div class="armed"><span class="bolt">${icon('bolt', 's')}</span><span class="grow">${t('{count} faults are armed.', { count: counts.value.faults })}</span><button class="btn tight" type="button" @click=${() => api('DELETE', emulator('faults'))}>${t('Disarm')}</button></div>` : '')}
${() => (restartedAt.value ? html`<div class="armed" role="status"><span class="grow">${t('hearth was started again at {time}. The log, the inbox and the newest deliveries are kept in memory, and begin anew.', { time: timeOfDay(restartedAt.value).slice(0, 8) })}</span></div>` : '')}
${() => (hasGap.value ? html`<div class="armed"><span class="grow">${t('Some requests are not shown: more came than the log keeps.')}</span></div>` : '')}
<div class="frame"><section class="list streamlist" aria-label=${t('Live log')}><div class="scroll" tabindex="0">${list}</div></section>${() => (chosen.value ? drawer(chosen.value.op, detailOf(chosen.value, close), close) : '')}</div></div>`;
}
