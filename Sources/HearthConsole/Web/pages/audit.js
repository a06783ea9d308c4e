// The audit: what administrators did, newest first. Lines are added and never changed.
import { call } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { computed, effect, signal } from '../lib/signal.js';
import { moment, t } from '../lib/text.js';
import { copyButton, drawer, empty, icon, json, reading, shown, tag } from '../parts/basics.js';

const kind = status => (status == null ? tag(t('began'), 'warn') : tag(String(status), status < 400 ? 'ok' : 'bad'));

function detail(line, close) {
  return html`<div class="contents"><header><div class="idrow"><div class="grow"><h2 class="brk">${line.action}</h2><p class="soft small num">${moment(line.at)}</p></div>${kind(line.status)}<button class="btn bare" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div></header><div class="body"><dl class="facts"><dt>${t('Administrator')}</dt><dd><bdi>${line.email}</bdi> ${tag(t(line.role))}</dd><dt>${t('To')}</dt><dd><bdi class="brk">${line.target || '–'}</bdi></dd><dt>${t('From')}</dt><dd><code>${line.source ?? '–'}</code></dd></dl><section class="sec"><h3>${t('What was asked for')}</h3><div class="card">${json(line.detail)}</div></section></div></div>`;
}

export default function audit() {
  const pages = signal([]);
  const chosen = signal(null);
  const found = reading(() => call('GET', `audit${pages.peek().length ? `?before=${pages.peek().at(-1)}` : ''}`));
  effect(() => { pages.value; found.load(); });
  const list = html`<tbody></tbody>`;
  const lines = computed(() => found.value.data?.lines ?? []);
  const choose = line => { chosen.value = line; };
  const press = (event, line) => {
    if (event.key === 'Enter') choose(line);
    const step = { ArrowDown: 'nextElementSibling', j: 'nextElementSibling', ArrowUp: 'previousElementSibling', k: 'previousElementSibling' }[event.key];
    if (step) { event.preventDefault(); event.currentTarget[step]?.focus(); }
  };
  each(list, () => lines.value, line => line.number, line => html`<tr tabindex="0" aria-selected=${() => String(chosen.value?.number === line.number)} @click=${() => choose(line)} @keydown=${event => press(event, line)}><td class="num wide">${moment(line.at)}</td><th scope="row" class="cell"><b class="cut">${line.action}</b><span class="soft small cut blk"><bdi>${line.target}</bdi></span></th><td><bdi class="cut blk">${line.email}</bdi></td><td class="wide"><code>${line.source ?? ''}</code></td><td>${kind(line.status)}</td></tr>`);
  const table = html`<table class="users"><caption class="hide">${t('Audit')}</caption><thead><tr><th scope="col" class="wide">${t('Time')}</th><th scope="col">${t('Action')}</th><th scope="col">${t('Administrator')}</th><th scope="col" class="wide">${t('From')}</th><th scope="col">${t('Answer')}</th></tr></thead></table>`;
  table.append(list);
  const lost = () => (found.value.data?.intact === false ? html`<div class="banner bad" role="alert">${t('A line of the audit is missing or was changed outside the console.')}</div>` : '');
  const all = async () => {
    const answer = await call('GET', 'audit?size=1000');
    return answer.lines.map(line => JSON.stringify(line)).join('\n');
  };
  const close = () => { chosen.value = null; };
  return html`<div class="contents"><div class="head"><h1>${t('Audit')}</h1><span class="grow"></span>${copyButton(all, t('Copy the newest 1,000 lines as JSON'), { bare: false, words: t('Copy as JSON') })}</div>${lost}<div class="frame"><section class="list" aria-label=${t('Audit')}><div class="scroll" tabindex="0">${shown(found, data => (data.lines.length ? table : empty(t('Nothing was done yet'), t('Every sign-in and every change by an administrator stands here.'))))}</div><div class="pager"><span class="grow"></span><button class="btn tight" type="button" ?disabled=${() => pages.value.length === 0} @click=${() => { pages.value = pages.peek().slice(0, -1); }}>${icon('left', 's')}${t('Newer')}</button><button class="btn tight" type="button" ?disabled=${() => !found.value.data?.next} @click=${() => { pages.value = [...pages.peek(), found.peek().data.next]; }}>${t('Older')}${icon('right', 's')}</button></div></section>${() => (chosen.value ? drawer(chosen.value.action, detail(chosen.value, close), close) : '')}</div></div>`;
}
