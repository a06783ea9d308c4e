// Settings, a page for each topic: a form, beside it what it means, and what changes before it is saved.
import { api, call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { href, place } from '../lib/route.js';
import { computed, effect, onEnd, scope, signal, untracked } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { bones, confirm, failure, icon, json, reading, say, shown } from '../parts/basics.js';
import { snippets } from '../parts/snippets.js';
import { changes, emulator, isEmulator, project, server } from '../parts/world.js';
import { keys } from './settings-keys.js';
import { configPath, domains, factors, mails, passwords, signIn } from './settings-project.js';
import { providers, reachedAt, readProviders, scopeOf } from './settings-providers.js';
import { tenants, tenantsPath } from './settings-tenants.js';

function connect(facts) {
  return html`<div class="sec"><p class="soft">${isEmulator() ? t('One line in the app, before its first call.') : t('Where users reach this server: {url}', { url: facts.fixed.publicURL ?? '–' })}</p>${snippets(facts.fixed.publicURL)}</div>`;
}

function aboutServer(facts) {
  const trouble = signal(null);
  const clear = async () => {
    if (!await confirm(t('Clear all accounts?'), t('Every account of {project} is deleted, with sessions and codes.', { project: project.peek() }), t('Clear'))) return;
    try { await api('DELETE', emulator('accounts')); say(t('All accounts were cleared')); } catch (error) { trouble.value = error; }
  };
  const { fixed } = facts;
  const all = reading(() => api('GET', configPath()));
  all.load();
  const none = t('none');
  return html`<div class="sec">${isEmulator() ? html`<p>${t('An emulator of profile {profile}. Anyone on this machine owns every account; it keeps no secret and serves no real user.', { profile: server.peek().profile ?? '' })}</p><div class="acts"><button class="btn bad" type="button" @click=${clear}>${t('Clear all accounts')}</button></div>` : ''}${() => (trouble.value ? failure(trouble.value) : '')}
<h3>${t('Decided when hearth was started')}</h3><dl class="card facts pad"><dt>${t('Address')}</dt><dd class="brk">${fixed.publicURL ?? none}</dd><dt>${t('Name of the app')}</dt><dd class="brk">${fixed.publicName ?? none}</dd><dt>${t('Domain of passkeys')}</dt><dd class="brk">${fixed.passkeyDomain ?? none}</dd><dt>${t('Mailed links')}</dt><dd>${fixed.emailLinks ? t('On') : t('Off')}</dd><dt>${t('Second factors')}</dt><dd>${fixed.secondFactors.map(name => (name === 'totp' ? t('Authenticator app') : t('Text message'))).join(', ') || none}</dd><dt>${t('Authorised domains')}</dt><dd class="brk">${fixed.authorizedDomains.join(', ') || none}</dd><dt>${t('Numbers for tests')}</dt><dd class="brk">${fixed.testPhoneNumbers.join(', ') || none}</dd></dl>
<h3>${t('The whole configuration')}</h3>${shown(all, document => html`<div class="card">${json(document)}</div>`)}</div>`;
}

/** The topics: address, name, icon, and what draws one from what the server said and the rest of the address. */
const topics = [
  ['sign-in', 'Sign-in', 'users', facts => signIn(facts)],
  ['providers', 'Providers', 'pass', (facts, rest, found) => providers(scopeOf(), found, rest[0])],
  ['password', 'Passwords', 'token', () => passwords()],
  ['factors', 'Second factors', 'phone', facts => factors(facts)],
  ['domains', 'Authorised domains', 'globe', () => domains()],
  ['mail', 'Mails', 'inbox', facts => mails(facts)],
  ['tenants', 'Tenants', 'folder', (facts, rest, found) => tenants(found, rest)],
  ['keys', 'Keys', 'lock', (facts, rest, found) => keys(found)],
  ['connect', 'Connect', 'open', connect],
  ['server', 'This server', 'gear', aboutServer],
];

async function read() {
  const [facts, list] = await Promise.all([call('GET', `settings?project=${encodeURIComponent(project.peek())}`), api('GET', tenantsPath('?pageSize=100'))]);
  reachedAt(facts.fixed.publicURL);
  return { ...facts, tenants: list.tenants ?? [], providers: await readProviders(scopeOf(), facts.fixed.providers) };
}

/** Draws anew whenever `key()` is another text; what was drawn before ends. */
function swapping(key, draw) {
  const text = computed(key);
  let end = () => {};
  onEnd(() => end());
  return () => {
    text.value;
    return untracked(() => {
      end();
      const [node, stop] = scope(draw);
      end = stop;
      return node;
    });
  };
}

export default function settings() {
  const found = reading(read);
  effect(() => { project.value; changes.settings.value; untracked(found.load); });
  const topic = computed(() => topics.find(([name]) => name === place.value.rest[0]) ?? topics[0]);
  const rest = computed(() => place.value.rest.slice(1).join('/'));
  const isRead = computed(() => found.value.data !== undefined);
  const draw = () => {
    const { data, error } = found.peek();
    if (data === undefined) return error ? failure(error, found.load) : bones();
    return topic.peek()[3](data, place.peek().rest.slice(1), found);
  };
  const isHere = name => () => (topic.value[0] === name ? 'page' : false);
  const nav = html`<nav class="topics tools" aria-label=${t('Topics')}>${topics.map(([name, words, symbol]) => html`<a class="to" href=${href('settings', name)} aria-current=${isHere(name)}>${icon(symbol, 's')}<span>${t(words)}</span></a>`)}</nav>`;
  // On a telephone the topics are a strip, which shows the present one.
  effect(() => { topic.value; requestAnimationFrame(() => nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })); });
  const key = () => [topic.value[0], rest.value, project.value, isRead.value, !isRead.value && Boolean(found.value.error)].join(' ');
  return html`<div class="page settings"><div class="head"><h1>${t('Settings')}</h1></div><div class="topicframe">${nav}<section class="topic scroll" tabindex="-1"><h2>${() => t(topic.value[1])}</h2>${swapping(key, draw)}</section></div></div>`;
}
