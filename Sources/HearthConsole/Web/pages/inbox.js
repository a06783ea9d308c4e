// The inbox: every mail and text message that would have gone out, with its code, its link, and what became of it.
import { call } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { bind } from '../lib/keys.js';
import { href } from '../lib/route.js';
import { computed, effect, onEnd, signal, untracked } from '../lib/signal.js';
import { ago, moment, number, t } from '../lib/text.js';
import { copy, drawer, empty, failure, icon, reading, say, shown, tag, when } from '../parts/basics.js';
import { purposeWords } from '../parts/flow.js';
import { isOpenable, messageDetail } from '../parts/message.js';
import { qrCode } from '../parts/qr.js';
import { changes, clockOffset, counts, entries, flows, project } from '../parts/world.js';

const asEntry = message => ({ ...message, kind: 'message', at: Date.parse(message.sentAt) });
const states = { waiting: ['Waiting', 'warn', 'clock'], used: ['Used', 'ok', 'check'], expired: ['Expired', '', 'x'], replaced: ['Replaced', '', 'replay'], void: ['No longer valid', 'bad', 'x'] };
const stateTag = message => { const [words, kind, mark] = states[message.state]; return tag(t(words), kind, mark); };
const query = () => `project=${encodeURIComponent(project.peek())}`;
const longest = 2 ** 31 - 1;

/** What became of the code, in a sentence. */
function fate(message, now) {
  if (message.state === 'used') return t('Used {time}.', { time: moment(message.usedAt) });
  if (message.state === 'replaced') return t('Another code was mailed or used in its place.');
  if (message.state === 'void') return t('The account has changed or is gone, or a wrong code was typed too often.');
  if (!message.expiresAt) return t('Waits to be used. Codes do not expire in this profile.');
  return message.state === 'expired' ? t('Expired {time}.', { time: moment(message.expiresAt) }) : t('Expires {time}, by the emulator’s clock.', { time: ago(message.expiresAt, now) });
}

/** The flow in the log that sent a message; `null` if the log has forgotten it. */
function flowOf(message) {
  const entry = [...entries.value.values()].findLast(other => other.kind === 'message' && other.code === message.code && other.to === message.to);
  return entry ? [...flows.value.values()].find(flow => flow.steps.includes(entry.id)) ?? null : null;
}

/** The link as a picture for a telephone's camera. */
function picture(id, link) {
  const found = reading(() => call('GET', `inbox/${encodeURIComponent(id)}:qr?${query()}`));
  found.load();
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/i.test(link);
  return html`<div class="card pad sec" id="inbox-qr">${shown(found, ({ rows }) => qrCode(rows, t('The link as a QR code')))}${isLocal ? html`<p class="soft small">${t('The link leads to this machine. An Android phone on a cable reaches it after this command; a simulator or an emulator of a phone needs no picture.')}</p><pre tabindex="0">${`adb reverse tcp:${new URL(link).port || 80} tcp:${new URL(link).port || 80}`}</pre>` : ''}</div>`;
}

/** What can be done with a message; the buttons stay where they are while its state changes. */
function actions(id, message, reload) {
  const trouble = signal(null);
  const showsPicture = signal(false);
  const act = (verb, can, done) => async () => {
    if (!can()) return;
    trouble.value = null;
    try { await call('POST', `inbox/${encodeURIComponent(id)}:${verb}`, { project: project.peek() }); say(done); await reload(); } catch (error) { trouble.value = error; }
  };
  const waits = () => message().state === 'waiting';
  const repeats = () => Boolean(message().repeats);
  const button = (words, symbol, can, press) => html`<button class="btn tight" type="button" aria-disabled=${() => String(!can())} @click=${press}>${icon(symbol, 's')}${words}</button>`;
  const { link } = message();
  return html`<section class="sec"><p class="soft small" aria-live="polite">${() => { const { message: one, now } = { message: message(), now: Date.now() + clockOffset.value }; return fate(one, now); }}</p><div class="acts">${button(() => (message().repeats === 'new' ? t('Send another code') : t('Send again')), 'replay', repeats, act('repeat', repeats, t('Sent again')))}${button(t('Expire now'), 'clock', waits, act('expire', waits, t('The code has expired')))}${isOpenable(link) ? html`<button class="btn tight" type="button" aria-expanded=${() => String(showsPicture.value)} aria-controls="inbox-qr" @click=${() => { showsPicture.value = !showsPicture.value; }}>${icon('phone', 's')}${t('Open on a phone')}</button>` : ''}${() => { const flow = flowOf(message()); return flow ? html`<a class="btn tight" href=${`${href('log')}?flow=${flow.id}`}>${icon('log', 's')}${t('Show the flow')}</a>` : ''; }}</div>${() => (trouble.value ? failure(trouble.value) : '')}${() => (showsPicture.value ? picture(id, link) : '')}</section>`;
}

export default function inbox() {
  const found = reading(async () => { const { messages, now } = await call('GET', `inbox?${query()}`); return { now, messages: messages.map(asEntry) }; });
  effect(() => { project.value; changes.inbox.value; changes.clock.value; untracked(found.load); });
  effect(() => { changes.inbox.value; if (!document.hidden) queueMicrotask(() => { counts.value = { ...counts.peek(), unread: 0 }; }); });
  // A code expires while the page is open: it is read again at the next end.
  let timer = 0;
  effect(() => {
    clearTimeout(timer);
    const { messages = [], now } = found.value.data ?? {};
    const next = Math.min(...messages.filter(message => message.state === 'waiting' && message.expiresAt).map(message => message.expiresAt - now));
    if (next <= longest) timer = setTimeout(found.load, Math.max(next, 0) + 50);
  });
  onEnd(() => clearTimeout(timer));
  const chosen = signal(null);
  const text = signal('');
  const onlyWaiting = signal(false);
  const all = computed(() => found.value.data?.messages ?? []);
  const rows = computed(() => all.value.filter(entry => (!onlyWaiting.value || entry.state === 'waiting') && (!text.value || entry.to.toLowerCase().includes(text.value.toLowerCase()))));
  const waiting = computed(() => all.value.filter(entry => entry.state === 'waiting').length);
  onEnd(bind('c', 'Copy the newest code', async () => { const newest = rows.peek()[0]; if (newest && await copy(newest.code)) say(t('Copied')); }));
  onEnd(bind('o', 'Open the newest link', () => { const link = rows.peek().find(entry => isOpenable(entry.link))?.link; if (link) open(link, '_blank', 'noopener'); }));
  const list = html`<ul class="rows wide messages"></ul>`;
  each(list, () => rows.value, entry => entry.id, entry => html`<li class=${`choice ${entry.state}`}><button type="button" aria-pressed=${() => String(chosen.value === entry.id)} @click=${() => { chosen.value = entry.id; }}>${icon(entry.channel === 'SMS' ? 'phone' : 'inbox')}<span class="grow"><b class="cut blk"><bdi>${entry.to}</bdi></b><span class="soft small cut blk">${purposeWords(entry.purpose)}</span></span>${entry.channel === 'SMS' ? html`<code class="ticket-s">${entry.code}</code>` : ''}<span class="ends">${stateTag(entry)}<span class="soft small">${when(entry.at)}</span></span></button></li>`);
  const close = () => { chosen.value = null; };
  const detail = id => {
    let last = all.peek().find(entry => entry.id === id);
    const message = () => { last = all.value.find(entry => entry.id === id) ?? last; return last; };
    return drawer(last.to, messageDetail(last, close, { back: t('Back to the inbox'), mark: html`<span class="fate">${() => stateTag(message())}</span>`, more: actions(id, message, found.load) }), close);
  };
  const none = () => (onlyWaiting.value && !text.value ? empty(t('Nothing waits'), t('Every code was used, or can no longer be.')) : empty(t('Nothing matches'), t('No message went to “{text}”.', { text: text.value })));
  return html`<div class="contents"><div class="head"><h1>${t('Inbox')}</h1><span class="count">${() => (found.value.data ? t('{count}, {waiting} waiting', { count: all.value.length, waiting: waiting.value }) : '')}</span></div>
<div class="tools"><label class="find wide-find">${icon('find', 's')}<span class="hide">${t('Search by address or number')}</span><input aria-keyshortcuts="/" placeholder=${t('Address or number')} @input=${event => { text.value = event.target.value; }}><kbd class="not-phone" aria-hidden="true">/</kbd></label><button class="chip" type="button" aria-pressed=${() => String(onlyWaiting.value)} @click=${() => { onlyWaiting.value = !onlyWaiting.peek(); }}>${() => t('Waiting {count}', { count: number(waiting.value) })}</button></div>
<div class="frame"><section class="list" aria-label=${t('Messages')}><div class="scroll" tabindex="0">${shown(found, data => html`<div>${() => (data.messages.length === 0
    ? empty(t('Nothing was sent'), t('Mails and text messages appear here the moment your app asks for one.'))
    : rows.value.length === 0 ? none() : list)}</div>`)}</div></section>${() => (chosen.value ? untracked(() => detail(chosen.peek())) : '')}</div></div>`;
}
