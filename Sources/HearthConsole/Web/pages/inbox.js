// The inbox: every mail and text message that would have gone out, with its code and its link.
import { api } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { bind } from '../lib/keys.js';
import { computed, effect, onEnd, signal } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { copy, drawer, empty, icon, reading, say, shown, tag, when } from '../parts/basics.js';
import { purposeWords } from '../parts/flow.js';
import { changes, counts, emulator, project } from '../parts/world.js';
import { detailOf } from './log.js';

const asEntry = message => ({ kind: 'message', channel: message.channel, purpose: message.requestType ?? message.purpose, to: message.newEmail ?? message.to, code: message.code, link: message.link, at: Date.parse(message.sentAt), op: message.id });

export default function inbox() {
  const found = reading(async () => ((await api('GET', emulator('inbox'))).messages ?? []).map(asEntry).reverse());
  effect(() => { project.value; changes.inbox.value; found.load(); });
  effect(() => { changes.inbox.value; if (!document.hidden) queueMicrotask(() => { counts.value = { ...counts.peek(), unread: 0 }; }); });
  const chosen = signal(null);
  const text = signal('');
  const rows = computed(() => (found.value.data ?? []).filter(entry => !text.value || entry.to.toLowerCase().includes(text.value.toLowerCase())));
  onEnd(bind('c', 'Copy the newest code', async () => { const newest = rows.peek()[0]; if (newest && await copy(newest.code)) say(t('Copied')); }));
  onEnd(bind('o', 'Open the newest link', () => { const link = rows.peek().find(entry => entry.link)?.link; if (link) open(link, '_blank', 'noopener'); }));
  const list = html`<ul class="rows wide"></ul>`;
  each(list, () => rows.value, entry => entry.op, entry => html`<li class="choice"><button type="button" aria-pressed=${() => String(chosen.value?.op === entry.op)} @click=${() => { chosen.value = entry; }}>${icon(entry.channel === 'SMS' ? 'phone' : 'inbox')}<span class="grow"><b class="cut blk"><bdi>${entry.to}</bdi></b><span class="soft small">${purposeWords(entry.purpose)}</span></span>${entry.channel === 'SMS' ? html`<code class="ticket-s">${entry.code}</code>` : tag(t('Mail'), 'ember')}<span class="soft small">${when(entry.at)}</span></button></li>`);
  const close = () => { chosen.value = null; };
  return html`<div class="contents"><div class="head"><h1>${t('Inbox')}</h1><span class="count">${() => (found.value.data ? number(found.value.data.length) : '')}</span></div>
<div class="tools"><label class="find wide-find">${icon('find', 's')}<span class="hide">${t('Search by address or number')}</span><input placeholder=${t('Address or number')} @input=${event => { text.value = event.target.value; }}><kbd class="not-phone">/</kbd></label></div>
<div class="frame"><section class="list" aria-label=${t('Messages')}><div class="scroll" tabindex="0">${shown(found, data => (data.length === 0
    ? empty(t('Nothing was sent'), t('Mails and text messages appear here the moment your app asks for one.'))
    : rows.value.length === 0 ? empty(t('Nothing matches'), t('No message went to “{text}”.', { text: text.value })) : list))}</div></section>${() => (chosen.value ? drawer(chosen.value.to, detailOf(chosen.value, close), close) : '')}</div></div>`;
}
