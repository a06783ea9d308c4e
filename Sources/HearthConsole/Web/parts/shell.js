// The frame of every page: where one is, where one can go, and whether the server lives.
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { bind, shortcuts } from '../lib/keys.js';
import { liveState, retry } from '../lib/live.js';
import { go, href, place } from '../lib/route.js';
import { effect } from '../lib/signal.js';
import { chooseLanguage, language, number, t } from '../lib/text.js';
import { openPalette } from './palette.js';
import { focusActs, icon, mark, say } from './basics.js';
import { signOut } from './session.js';
import { clockOffset, counts, newestMessage, project, projects, server } from './world.js';

/** The pages of the rail: name, address, icon, shortcut, group. */
export function pagesOf(state) {
  const isEmulator = state.mode === 'emulator';
  const all = [
    ['Overview', 'overview', 'home', 'o', ''],
    ['Users', 'users', 'users', 'u', 'Identity'],
    ['Inbox', 'inbox', 'inbox', 'i', 'Identity'],
    ['Tokens', 'tokens', 'token', 't', 'Identity'],
    ['Firestore', 'data', 'data', 'd', 'Data'],
    ['Rules', 'rules', 'rules', 'r', 'Data'],
    ['Functions', 'functions', 'fn', 'n', 'Data'],
    ['Live log', 'log', 'log', 'l', 'Insight'],
    ['Events', 'events', 'chart', 'e', 'Insight'],
    ['Crashes', 'crashes', 'bug', 'x', 'Insight'],
    ['Clock', 'clock', 'clock', 'c', 'Bench'],
    ['Faults', 'faults', 'bolt', 'f', 'Bench'],
    ['Fixtures', 'fixtures', 'flask', 'm', 'Bench'],
    ['Settings', 'settings', 'gear', 's', isEmulator ? 'Bench' : 'Console'],
    ['Administrators', 'administrators', 'lock', 'a', 'Console'],
    ['Audit', 'audit', 'doc', 'w', 'Console'],
    ['Your sign-in', 'account', 'users', 'y', 'Console'],
  ];
  const may = permission => isEmulator || (state.may ?? []).includes(permission);
  const shown = {
    inbox: isEmulator, tokens: isEmulator, log: isEmulator, clock: isEmulator, faults: isEmulator,
    data: state.firestore && may('viewData'),
    rules: isEmulator && state.firestore,
    functions: isEmulator && state.functions,
    fixtures: isEmulator && state.snapshots,
    events: state.telemetry && may('viewTelemetry'),
    crashes: state.telemetry && may('viewTelemetry'),
    administrators: !isEmulator && may('administer'),
    audit: !isEmulator,
    account: !isEmulator,
  };
  return all.filter(([, page]) => shown[page] ?? true);
}

const isHere = page => () => (place.value.page === page ? 'page' : false);

function railLink([name, page, symbol]) {
  const tally = {
    users: () => (counts.value.users == null ? '' : html`<span class="tally">${number(counts.value.users)}</span>`),
    inbox: () => (counts.value.unread ? html`<span class="tally new">${number(counts.value.unread)}</span>` : ''),
    clock: () => (clockOffset.value ? html`<span class="tally">${offsetWords(clockOffset.value)}</span>` : ''),
    faults: () => (counts.value.faults ? html`<span class="tally">${number(counts.value.faults)}</span>` : ''),
  }[page];
  return html`<a class="to" href=${href(page)} aria-current=${isHere(page)} title=${t(name)}>${icon(symbol)}<span>${t(name)}</span>${tally ?? ''}</a>`;
}

/** An offset of the clock as a word: `+3 d`. */
export function offsetWords(milliseconds) {
  const sign = milliseconds < 0 ? '−' : '+';
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds >= 86400) return `${sign}${Math.round(seconds / 86400)} d`;
  if (seconds >= 3600) return `${sign}${Math.round(seconds / 3600)} h`;
  return seconds >= 60 ? `${sign}${Math.round(seconds / 60)} min` : `${sign}${seconds} s`;
}

function rail(pages) {
  const groups = ['', 'Identity', 'Data', 'Insight', 'Bench', 'Console'];
  return html`<nav class="rail" aria-label=${t('Console')}><a class="brand" href="/console" aria-label="Hearth">${mark()}<span>Hearth</span></a>${groups.map(group => {
    const links = pages.filter(page => page[4] === group);
    if (links.length === 0) return '';
    return [group ? html`<h3>${t(group)}</h3>` : '', ...links.map(railLink)];
  })}<div class="foot"><span>${() => `hearth ${server.value.version ?? ''} · ${server.value.profile ?? ''}`}</span><span class="mono">${location.host}</span><label class="language"><span class="hide">${t('Language')}</span><select @change=${event => chooseLanguage(event.target.value)}><option value="en" ?selected=${language.peek() === 'en'}>English</option><option value="de" ?selected=${language.peek() === 'de'}>Deutsch</option></select></label></div></nav>`;
}

function bar() {
  const clock = () => {
    const offset = clockOffset.value;
    return html`<a class=${`clock ${offset ? 'moved' : ''}`} href=${href('clock')} aria-label=${offset ? t('The clock is moved: {offset}', { offset: offsetWords(offset) }) : t('The clock')}>${icon('clock', 's')}<b>${offset ? offsetWords(offset) : t('now')}</b></a>`;
  };
  const pick = () => (projects.value.length > 1
    ? html`<label class="pick"><span class="hide">${t('Project')}</span><select @change=${event => { project.value = event.target.value; }}>${projects.value.map(name => html`<option value=${name} ?selected=${name === project.peek()}>${name}</option>`)}</select></label>`
    : html`<b class="cut">${() => project.value}</b>`);
  const state = () => html`<span class=${`live not-phone ${liveState.value}`}>${liveState.value === 'live' ? t('Live') : t('Away')}</span>`;
  if (server.peek().mode !== 'emulator') return productionBar(pick);
  return html`<header class="bar"><div class="place"><span class="mode">${icon('flask', 's')}${t('Emulator')}</span>${pick}</div><span class="grow"></span><button class="find not-phone" type="button" aria-keyshortcuts="Control+K" @click=${openPalette}>${icon('find', 's')}<span class="soft small">${t('Search or run a command')}</span><kbd aria-hidden="true">Ctrl K</kbd></button>${clock}${state}</header>`;
}

/** The bar of a server for real users: who reads, and the way out. */
function productionBar(pick) {
  const { email, role } = server.peek();
  return html`<header class="bar"><div class="place"><span class="mode production">${icon('lock', 's')}${t('Production')}</span>${pick}</div><span class="grow"></span><button class="find not-phone" type="button" aria-keyshortcuts="Control+K" @click=${openPalette}>${icon('find', 's')}<span class="soft small">${t('Search or run a command')}</span><kbd aria-hidden="true">Ctrl K</kbd></button><span class="small cut not-phone"><bdi>${email}</bdi> · ${t(role)}</span><button class="btn tight" type="button" @click=${signOut}>${t('Sign out')}</button></header>`;
}

function banner() {
  return () => {
    if (liveState.value === 'away') {
      return html`<div class="banner bad" role="alert"><span class="grow">${t('The server does not answer. This page shows what it knew.')}</span><button class="btn tight" type="button" @click=${() => retry.now()}>${t('Try now')}</button></div>`;
    }
    if (liveState.value === 'old') {
      return html`<div class="banner warn" role="alert"><span class="grow">${t('hearth was started with another version.')}</span><button class="btn tight" type="button" @click=${() => location.reload()}>${t('Reload')}</button></div>`;
    }
    return '';
  };
}

function tabbar(pages) {
  const first = ['users', 'inbox', 'log', 'data', 'tokens', 'audit', 'settings', 'overview'];
  const tabs = first.map(name => pages.find(page => page[1] === name)).filter(Boolean).slice(0, 4);
  const dot = page => (page === 'inbox' ? () => (counts.value.unread ? html`<span class="dot">${number(counts.value.unread)}</span>` : '') : '');
  return html`<nav class="tabbar" aria-label=${t('Pages')}>${tabs.map(([name, page, symbol]) => html`<a href=${href(page)} aria-current=${isHere(page)}>${icon(symbol)}<span>${t(name)}</span>${dot(page)}</a>`)}<a href=${href('more')} aria-current=${isHere('more')}>${icon('menu')}<span>${t('More')}</span></a></nav>`;
}

/** What the help sheet shows. */
export function openHelp() {
  const dialog = html`<dialog class="dialog" aria-labelledby="help-title"><form method="dialog"><h2 id="help-title">${t('Keyboard')}</h2><dl class="keys">${shortcuts().map(entry => html`<div><dt>${entry.keys.split(' ').map(key => html`<kbd>${key}</kbd>`)}</dt><dd>${t(entry.does)}</dd></div>`)}</dl><div class="acts end"><button class="btn" type="submit">${t('Close')}</button></div></form></dialog>`;
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Builds the frame; returns where the pages go. */
export function buildShell(app, state) {
  const pages = pagesOf(state);
  const main = html`<main id="main"></main>`;
  app.replaceChildren(
    html`<div class="contents"><a class="skip" href="#main" @click=${event => { event.preventDefault(); main.querySelector('h1')?.focus(); }}>${t('Skip to content')}</a><div class=${`band ${state.mode}`} aria-hidden="true"></div><div class="shell">${rail(pages)}<div class="top">${bar()}${banner()}</div>${main}${tabbar(pages)}</div></div>`,
  );
  for (const [name, page, , key] of pages) bind(`g ${key}`, name, () => go(href(page)));
  bind('.', 'Actions of what is chosen', focusActs);
  bind('?', 'Help', openHelp);
  bind('Ctrl K', 'Search or run a command', openPalette);
  bind('/', 'Search this page', () => { const input = main.querySelector('.find input'); input?.focus(); return input != null; });
  effect(() => { const message = newestMessage.value; if (message) say(t(message.channel === 'SMS' ? 'Text message to {address}' : 'Mail to {address}', { address: message.to })); });
  return main;
}
