// Is my app talking to it? What happened last, and how to connect.
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { call } from '../lib/call.js';
import { href } from '../lib/route.js';
import { computed, effect } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { copyButton, empty, icon, reading, shown, tag, when } from '../parts/basics.js';
import { flowHead } from '../parts/flow.js';
import { counts, entries, flows, isEmulator, newestFlows, project, server } from '../parts/world.js';

function snippets() {
  const { hostname, port, host } = location;
  const name = project.peek();
  return [
    ['Swift', `let auth = try Auth(.emulator(project: "${name}", host: "${hostname}", port: ${port}))`],
    ['JavaScript', `connectAuthEmulator(auth, "http://${host}");`],
    ['Android', `Firebase.auth.useEmulator("${hostname === 'localhost' || hostname === '127.0.0.1' ? '10.0.2.2' : hostname}", ${port})`],
    ['Admin SDK', `export FIREBASE_AUTH_EMULATOR_HOST=${host} GCLOUD_PROJECT=${name}`],
    ...(server.peek().firestore ? [['Firestore', `export FIRESTORE_EMULATOR_HOST=${host}`]] : []),
  ];
}

const tile = (label, value, to, note = '') => html`<a class="tile card" href=${to}><span class="soft small">${label}</span><b class="big num">${value}</b><span class="soft small cut">${note}</span></a>`;

/** The overview of a server for real users: counts, and what administrators did last. */
function production() {
  const found = reading(() => call('GET', 'audit?size=8'));
  effect(() => { found.load(); });
  const users = () => (counts.value.users == null ? '–' : `${number(counts.value.users)}${counts.value.isUserCountExact === false ? '+' : ''}`);
  return html`<div class="page scroll"><div class="head"><h1>${t('Overview')}</h1></div><div class="tiles">${() => tile(t('Users'), users(), href('users'), project.value)}${tile(t('Your role'), t(server.peek().role), href('audit'), server.peek().email)}${tile(t('Version'), server.peek().version, href('settings'))}</div>
<section class="sec block"><h2>${t('What administrators did last')}</h2>${shown(found, ({ lines }) => html`<ul class="card rows">${lines.map(line => html`<li>${icon('doc')}<span class="grow"><b>${line.action}</b><span class="soft blk small cut"><bdi>${[line.email, line.target].filter(Boolean).join(' · ')}</bdi></span></span>${when(line.at)}</li>`)}</ul>`)}</section></div>`;
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
${() => tile(t('Messages sent'), number(messages.value.length), href('inbox'), messages.value.at(-1)?.to ?? '')}
${() => tile(t('Refused in ten minutes'), number(refused.value), `${href('log')}?show=refused`)}
</div>
<section class="sec block"><h2>${t('What happened last')}</h2>${() => (flows.value.size === 0 ? html`<div class="card">${empty(t('No app has called yet'), t('Connect one with a line from below: its first sign-in shows up here.'))}</div>` : list)}</section>
<section class="sec block"><h2>${t('Connect')}</h2><ul class="card rows">${snippets().map(([name, line]) => html`<li>${tag(name)}<code class="grow brk">${line}</code>${copyButton(line, t('Copy the line for {name}', { name }))}</li>`)}</ul></section></div>`;
}
