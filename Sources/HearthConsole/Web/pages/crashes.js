// Crashes and recorded errors, grouped; beside the list the latest report of one group.
import { api } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { go, href, place } from '../lib/route.js';
import { computed, effect, signal, untracked } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { copyButton, cut, drawer, empty, failure, icon, json, reading, say, shown, tag, when } from '../parts/basics.js';
import { changes, project } from '../parts/world.js';

const base = rest => `crash/v1/projects/${encodeURIComponent(project.peek())}/issues${rest}`;
const states = { open: ['open', 'bad'], resolved: ['resolved', 'ok'], muted: ['muted', ''], regressed: ['regressed', 'bad'] };
const stateTag = ({ status }) => { const [words, kind] = states[status] ?? [status, '']; return tag(t(words), kind); };

const frameText = frame => [frame.symbol ?? frame.function ?? frame.address, frame.file ? `${frame.file}${frame.line ? `:${frame.line}` : ''}` : frame.image].filter(Boolean).join('  ');

function issueDrawer(id, close) {
  const trouble = signal(null);
  const found = reading(() => api('GET', base(`/${encodeURIComponent(id)}`)));
  effect(() => { project.value; changes.events.value; untracked(found.load); });
  const mark = async status => {
    trouble.value = null;
    try { await api('POST', base(`/${encodeURIComponent(id)}:${status}`)); say(t('Saved')); await found.load(); changes.events.value += 1; } catch (error) { trouble.value = error; }
  };
  return shown(found, issue => {
    const report = issue.reports?.[0] ?? {};
    return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the crashes')} @click=${close}>${icon('left')}</button><div class="grow"><h2 class="brk">${cut(issue.title, 160)}</h2><p class="soft small brk">${issue.place}</p></div>${stateTag(issue)}<button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div><div class="acts">${issue.status === 'resolved' ? html`<button class="btn tight" type="button" @click=${() => mark('reopen')}>${t('Reopen')}</button>` : html`<button class="btn tight" type="button" @click=${() => mark('resolve')}>${t('Resolve')}</button>`}<button class="btn tight" type="button" @click=${() => mark('mute')}>${t('Mute')}</button></div></header>
<div class="body">${() => (trouble.value ? failure(trouble.value) : '')}<dl class="facts"><dt>${t('Events')}</dt><dd>${number(issue.events ?? 0)}</dd><dt>${t('Users')}</dt><dd>${number(issue.users ?? 0)}</dd><dt>${t('First seen')}</dt><dd>${when(Date.parse(issue.firstSeen))} ${issue.firstVersion ?? ''}</dd><dt>${t('Last seen')}</dt><dd>${when(Date.parse(issue.lastSeen))} ${issue.lastVersion ?? ''}</dd></dl>
<section class="sec"><div class="line"><h3 class="grow">${t('Where it stopped')}</h3>${copyButton((report.frames ?? []).map(frameText).join('\n'), t('Copy'))}</div><ol class="card frames">${(report.frames ?? []).map(frame => html`<li class=${frame.inApp ? 'own' : ''}><code class="brk">${frameText(frame)}</code></li>`)}</ol></section>
${report.breadcrumbs?.length ? html`<section class="sec"><h3>${t('Before')}</h3><ul class="card rows">${report.breadcrumbs.slice(-20).map(crumb => html`<li><b>${crumb.name}</b><span class="soft grow brk">${Object.entries(crumb.fields ?? {}).map(([name, value]) => `${name}=${value}`).join('  ')}</span></li>`)}</ul></section>` : ''}
<section class="sec"><h3>${t('Latest report')}</h3><div class="card">${json(report)}</div></section></div></div>`;
  });
}

export default function crashes() {
  const chosen = computed(() => place.value.rest[0] ?? null);
  const found = reading(async () => (await api('GET', base('?limit=200'))).issues ?? []);
  effect(() => { project.value; changes.events.value; found.load(); });
  const rows = computed(() => found.value.data ?? []);
  const list = html`<ul class="rows wide"></ul>`;
  each(list, () => rows.value, issue => issue.id, issue => html`<li class="choice"><button type="button" aria-pressed=${() => String(chosen.value === issue.id)} @click=${() => go(href('crashes', issue.id))}>${icon('bug')}<span class="grow"><b class="cut blk"><bdi>${cut(issue.title, 120)}</bdi></b><span class="soft small cut blk">${issue.place}</span></span>${stateTag(issue)}<span class="num">${number(issue.events ?? 0)}×</span><span class="soft small not-phone">${when(Date.parse(issue.lastSeen))}</span></button></li>`);
  const close = () => go(href('crashes'));
  return html`<div class="contents"><div class="head"><h1>${t('Crashes')}</h1><span class="count">${() => (found.value.data ? number(rows.value.length) : '')}</span></div><div class="frame"><section class="list" aria-label=${t('Crashes')}><div class="scroll" tabindex="0">${shown(found, data => (data.length === 0 ? empty(t('No crashes'), t('What apps report with HearthCrash appears here, grouped by the line that failed.')) : list))}</div></section>${() => (chosen.value ? drawer(t('Crash'), issueDrawer(chosen.value, close), close) : '')}</div></div>`;
}
