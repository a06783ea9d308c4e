// The console begins here: what the server is, the frame, then the page of the address.
import { firstState } from './first.js';
import { html } from './lib/html.js';
import { startLive } from './lib/live.js';
import { place, showPages, title } from './lib/route.js';
import { effect } from './lib/signal.js';
import { loadLanguage, number, t, withTexts } from './lib/text.js';
import { failure } from './parts/basics.js';
import { signInWhereNeeded } from './parts/session.js';
import { buildShell } from './parts/shell.js';
import { counts, server, startWorld } from './parts/world.js';

const pages = {
  overview: () => withTexts('overview', () => import('./pages/overview.js')),
  users: () => withTexts('users', () => import('./pages/users.js')),
  inbox: () => withTexts('inbox', () => import('./pages/inbox.js')),
  tokens: () => withTexts('tokens', () => import('./pages/tokens.js')),
  data: () => withTexts('data', () => import('./pages/data.js')),
  rules: () => import('./pages/rules.js'),
  functions: () => withTexts('functions', () => import('./pages/functions.js')),
  log: () => withTexts('log', () => import('./pages/log.js')),
  events: () => import('./pages/events.js'),
  crashes: () => import('./pages/crashes.js'),
  clock: () => import('./pages/clock.js'),
  faults: () => import('./pages/faults.js'),
  fixtures: () => withTexts('fixtures', () => import('./pages/fixtures.js')),
  settings: () => withTexts('settings', () => import('./pages/settings.js')),
  tried: () => import('./pages/tried.js'),
  more: () => import('./pages/more.js'),
  administrators: () => import('./pages/administrators.js'),
  audit: () => import('./pages/audit.js'),
  account: () => import('./pages/account.js'),
  missing: () => import('./pages/missing.js'),
};

const app = document.getElementById('app');

async function start() {
  const { folder, digest } = document.body.dataset;
  await loadLanguage(folder);
  const state = await signInWhereNeeded(app, () => firstState);
  server.value = state;
  const main = buildShell(app, state);
  const show = showPages(main, pages, error => html`<div class="page"><h1>${t('This page failed')}</h1>${failure(error, () => location.reload())}</div>`);
  const known = await startWorld(state);
  if (state.mode === 'emulator') startLive(digest, known);
  effect(() => { show(place.value); });
  effect(() => { const { unread } = counts.value; document.title = `${unread ? `(${number(unread)}) ` : ''}${title.value} · Hearth`; });
  // A page that is opened while the server is away has to be there already.
  setTimeout(() => { for (const load of Object.values(pages)) load().catch(() => {}); }, 500);
}

start().catch(error => app.replaceChildren(html`<main class="plain"><h1>Hearth</h1>${failure(error, () => location.reload())}</main>`));
