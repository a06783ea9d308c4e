// Is my app talking to it? What happened last, and how to connect.
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { call } from '../lib/call.js';
import { href } from '../lib/route.js';
import { computed, effect, onEnd } from '../lib/signal.js';
import { locale, number, t } from '../lib/text.js';
import { dayBars } from '../parts/bars.js';
import { empty, icon, reading, shown, when } from '../parts/basics.js';
import { flowHead } from '../parts/flow.js';
import { snippets } from '../parts/snippets.js';
import { changes, counts, entries, flows, isEmulator, newestFlows, project, projects, server } from '../parts/world.js';

const tile = (label, value, to, note = '') => html`<a class="tile card" href=${to}><span class="soft small">${label}</span><b class="big num">${value}</b><span class="soft small cut"><bdi>${note}</bdi></span></a>`;

const warnings = {
  localDomain: ['Links may lead back to this machine.', 'domains', 'localhost stands among the authorised domains: right while you develop, a gap on a server for real users.'],
  plainPublicURL: ['Users reach the server without TLS.', 'connect', 'Passwords and tokens travel in the clear unless the address begins with https://.'],
  noMailer: ['No mails are sent.', 'mail', 'hearth serve has no sender: links to verify and to reset reach no one. A server of your own passes a Mailer.'],
  inMemory: ['Accounts are kept in memory.', 'server', 'They are gone when the process ends.'],
  testPhoneNumbers: ['Numbers for tests are on.', '', 'Anyone who knows one signs in with it.'],
};

/** Bytes as people read them. */
function bytes(count) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)));
  return new Intl.NumberFormat(locale(), { style: 'unit', unit: units[power], unitDisplay: 'short', maximumFractionDigits: power > 2 ? 1 : 0 }).format(count / 1000 ** power);
}

/** The share of the users who have a second factor; the users of tenants are not among them. */
function factorTile({ users, withFactor }) {
  const share = users ? new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(withFactor / users) : '–';
  return tile(t('Second factor'), share, `${href('users')}?state=factor`, users ? t('{count} of {all}', { count: withFactor, all: users }) : '');
}

const daysSince = at => Math.floor((Date.now() - at) / 86400000);

function productionTiles(numbers) {
  const made = numbers.quarters.reduce((sum, quarter) => sum + quarter.newAccounts, 0);
  const age = numbers.keyCreatedAt ? daysSince(numbers.keyCreatedAt) : null;
  return [
    tile(t('Users'), counts.value.users == null ? '–' : number(counts.value.users), href('users'), made ? t('{count} new in 24 hours', { count: made }) : t('none new in 24 hours')),
    factorTile(counts.value),
    tile(t('Storage'), numbers.storedBytes == null ? '–' : bytes(numbers.storedBytes), href('settings', 'server'), numbers.freeBytes == null ? t('in memory') : t('{size} left on the disk', { size: bytes(numbers.freeBytes) })),
    tile(t('Signing key'), age == null ? '–' : age === 0 ? t('today') : age === 1 ? t('1 day') : t('{count} days', { count: age }), href('settings', 'keys'), age == null ? t('made at the first sign-in') : age === 0 ? t('made') : t('old')),
    tile(t('Version'), server.peek().version, href('settings', 'server'), [t('started'), ' ', when(numbers.startedAt)]),
  ];
}

/** A thing to mend. Where there are several projects, it says in which one, and leads to the settings of that one. */
function warningRow({ name, project: where }) {
  const [words, topic, more] = warnings[name] ?? [name, '', ''];
  const choose = () => { if (where && projects.peek().includes(where)) project.value = where; };
  return html`<li>${icon('bolt')}<span class="grow"><b>${t(words)}</b><span class="soft">${t(more)}</span>${where && projects.peek().length > 1 ? html`<span class="soft blk small"><bdi>${where}</bdi></span>` : ''}</span><a class="btn tight" href=${href('settings', ...(topic ? [topic] : []))} @click=${choose}>${t('Look')}</a></li>`;
}

/** The overview of a server for real users: its last day, what it stores, what to mend, and what administrators did. */
function production() {
  const found = reading(() => call('GET', 'overview'));
  const audit = reading(() => call('GET', 'audit?size=8'));
  effect(() => { found.load(); audit.load(); });
  const again = setInterval(() => { if (document.hidden) return; found.load(); changes.users.value += 1; }, 60000);
  onEnd(() => clearInterval(again));
  const boneTiles = () => html`<div class="tiles" aria-label=${t('Loading')} role="status">${[1, 2, 3, 4, 5].map(() => html`<span class="tile card"><span class="bone w2"></span><span class="bone w1"></span></span>`)}</div>`;
  return html`<div class="page scroll"><div class="head"><h1>${t('Overview')}</h1></div>${shown(found, numbers => html`<div class="contents"><div class="tiles">${productionTiles(numbers)}</div>${numbers.warnings.length ? html`<section class="sec block"><h2>${t('To mend')}</h2><ul class="card rows warnings">${numbers.warnings.map(warningRow)}</ul></section>` : ''}<section class="sec block"><h2>${t('The last 24 hours')}</h2><div class="card pad">${dayBars(numbers.quarters)}</div><p class="soft small">${t('Counted since hearth was started, over all projects. Refused: a wrong credential, or a right that was missing.')}</p></section></div>`, boneTiles)}
<section class="sec block"><h2>${t('What administrators did last')}</h2>${shown(audit, ({ lines }) => (lines.length ? html`<ul class="card rows">${lines.map(line => html`<li>${icon('doc')}<span class="grow"><b>${line.action}</b><span class="soft blk small cut"><bdi>${[line.email, line.target].filter(Boolean).join(' · ')}</bdi></span></span>${when(line.at)}</li>`)}</ul>` : html`<div class="card pad soft">${t('Nothing was done yet')}</div>`))}</section></div>`;
}

export default function overview() {
  if (!isEmulator()) return production();
  const requests = computed(() => [...entries.value.values()].filter(entry => entry.kind === 'request' && !entry.own));
  const last = computed(() => requests.value.at(-1));
  const messages = computed(() => [...entries.value.values()].filter(entry => entry.kind === 'message'));
  const refused = computed(() => requests.value.filter(entry => entry.status >= 400 && entry.at > Date.now() - 600000).length);
  const list = html`<ol class="stream"></ol>`;
  each(list, () => newestFlows.value.slice(0, 5), flow => flow.id, flow => html`<li class="group"><a class="plainlink" href=${`${href('log')}?flow=${flow.id}`}>${flowHead(flow)}</a></li>`);
  return html`<div class="page scroll"><div class="head"><h1>${t('Overview')}</h1></div>
<div class="tiles">
${() => tile(t('Last request'), last.value ? when(last.value.at) : '–', href('log'), last.value ? `${last.value.op}${last.value.client ? ` · ${last.value.client}` : ''}` : t('none yet'))}
${() => tile(t('Users'), counts.value.users == null ? '–' : number(counts.value.users), href('users'))}
${() => factorTile(counts.value)}
${() => tile(t('Messages sent'), number(messages.value.length), href('inbox'), messages.value.at(-1)?.to ?? '')}
${() => tile(t('Refused in ten minutes'), number(refused.value), `${href('log')}?show=refused`)}
</div>
<section class="sec block"><h2>${t('What happened last')}</h2>${() => (flows.value.size === 0 ? html`<div class="card">${empty(t('No app has called yet'), t('Connect one with a line from below: its first sign-in shows up here.'))}</div>` : list)}</section>
<section class="sec block"><h2>${t('Connect')}</h2>${snippets()}</section></div>`;
}
