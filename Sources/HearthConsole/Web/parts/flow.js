// A flow as a card: what it came to, then its requests and messages on a line of time.
import { html } from '../lib/html.js';
import { duration, t, timeOfDay } from '../lib/text.js';
import { copyButton, face, icon, tag } from './basics.js';

const stateTags = { done: ['Done', 'ok'], waiting: ['Waiting', 'warn'], refused: ['Refused', 'bad'] };

/** A flow's title in words. */
export function flowTitle(flow) {
  const title = t(flow.title, { method: flow.method ?? '' });
  return flow.times ? t('{title}, {times} times', { title, times: flow.times }) : title;
}

/** The line of a flow in a list. */
export function flowHead(flow) {
  const [words, kind] = stateTags[flow.state];
  const second = [flow.who, flow.client].filter(Boolean).join(' · ');
  return html`<span class="flowhead">${face(flow.who)}<span class="grow"><b class="ttl">${flowTitle(flow)}</b><span class="soft small blk cut"><bdi>${second}</bdi></span></span>${tag(t(words), kind)}<span class="soft small num not-phone">${t(flow.steps.length === 1 ? '{time}, 1 step' : '{time}, {count} steps', { time: duration(flow.end - flow.start), count: flow.steps.length })}</span></span>`;
}

/** The words beside an operation's name. */
function remark(entry) {
  if (entry.kind === 'message') return t('to {address}', { address: entry.to });
  if (entry.kind === 'delivery') return `${entry.event.split('.').at(-1)} · ${entry.subject}`;
  return entry.error ?? '';
}

const deliveryStates = { running: ['Running', 'info'], done: ['Done', 'ok'], retried: ['Failed, is tried again', 'warn'], dropped: ['Failed', 'bad'], waiting: ['Waits', 'warn'] };

/** What a delivery of an event to a function came to. */
export const deliveryTag = delivery => { const [words, kind] = deliveryStates[delivery.state] ?? [delivery.state, '']; return tag(t(words), kind); };

const kindTag = entry => (entry.kind === 'message'
  ? tag(entry.channel === 'SMS' ? t('Text message') : t('Mail'), 'ember')
  : entry.kind === 'delivery' ? deliveryTag(entry) : tag(String(entry.status), entry.status < 400 ? 'ok' : entry.status < 500 ? 'warn' : 'bad'));

const purposes = { PASSWORD_RESET: 'Choose a new password', VERIFY_EMAIL: 'Confirm the address', EMAIL_SIGNIN: 'Sign-in link', RECOVER_EMAIL: 'Take back the address', VERIFY_AND_CHANGE_EMAIL: 'Confirm the new address', REVERT_SECOND_FACTOR_ADDITION: 'Take away the second factor', 'sign-in': 'Code to sign in', enrollment: 'Code for a new second factor', 'second-factor': 'Code for the second step' };

/** What a message is for, in words. */
export const purposeWords = purpose => t(purposes[purpose] ?? purpose ?? '');

/** Whether the code of a message was used, and how long after it; `null` for a message whose flow says nothing. */
const use = (entry, flow) => (flow ? html`<span class="soft small">${() => { const at = flow()?.used?.[entry.id]; return at ? t('used {time} later', { time: duration(Math.max(0, at - entry.at)) }) : t('not used yet'); }}</span>` : '');

/** One step of a flow, or a request that stands alone; `flow()` is the flow as it is now. */
export function step(entry, choose, isChosen, flow = null) {
  const slip = entry.kind === 'message'
    ? html`<div class="slip"><span class="ticket"><code>${entry.channel === 'SMS' ? entry.code : `${entry.code.slice(0, 12)}…`}</code>${copyButton(entry.code, t('Copy the code'))}</span>${entry.link ? html`<a class="btn tight" href=${entry.link} target="_blank" rel="noopener noreferrer">${icon('open', 's')}${t('Open link')}</a>${copyButton(entry.link, t('Copy the link'), { words: t('Copy link') })}` : ''}${use(entry, flow)}</div>`
    : '';
  const name = entry.kind === 'message' ? purposeWords(entry.purpose) : entry.function ?? entry.op;
  const shape = { message: 'ms', delivery: 'fn' }[entry.kind] ?? 'rq';
  return html`<li class=${() => `ev ${shape} ${isChosen() ? 'on' : ''}`}><time class="num soft">${timeOfDay(entry.at)}</time><span class="node" aria-hidden="true"></span><div class="what"><button class="ln" type="button" @click=${() => choose(entry)}><b class="cut">${name}</b><span class="soft cut grow"><bdi>${remark(entry)}</bdi></span>${kindTag(entry)}<span class="num soft dur not-phone">${entry.kind === 'message' ? '' : duration(entry.ms)}</span></button>${slip}</div></li>`;
}
