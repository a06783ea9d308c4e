// One field for everything: pages, users by address, and commands.
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { api } from '../lib/call.js';
import { go, href } from '../lib/route.js';
import { computed, scope, signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, copy, failure, icon, say } from './basics.js';
import { pagesOf } from './shell.js';
import { makeTestUsers } from './testusers.js';
import { emulator, entries, isEmulator, may, project, searchUsers, server } from './world.js';

const moveClock = seconds => api('PATCH', emulator('clock'), { advanceSeconds: seconds });

function commands() {
  const newest = [...entries.peek().values()].findLast(entry => entry.kind === 'message');
  return [
    ...pagesOf(server.peek()).map(([name, page, symbol]) => ({ name: t(name), symbol, run: () => go(href(page)) })),
    ...(newest ? [{ name: t('Copy the newest code'), symbol: 'copy', run: async () => { await copy(newest.code); say(t('Copied')); } }] : []),
    ...(isEmulator() ? emulatorCommands() : []),
  ];
}

function emulatorCommands() {
  return [
    { name: t('Make test users'), symbol: 'flask', run: makeTestUsers },
    { name: t('Clock: one hour ahead'), symbol: 'clock', run: () => moveClock(3600) },
    { name: t('Clock: one day ahead'), symbol: 'clock', run: () => moveClock(86400) },
    { name: t('Clock: back to now'), symbol: 'clock', run: () => api('PATCH', emulator('clock'), { frozen: false, offset: 0 }) },
    { name: t('Fail the next sign-in'), symbol: 'bolt', run: () => api('POST', emulator('faults'), { operation: 'SignInWithPassword', count: 1, fault: { kind: 'STATUS', status: 503 } }) },
    { name: t('Clear all accounts'), symbol: 'users', run: clearAccounts },
    { name: t('Clear all faults'), symbol: 'bolt', run: () => api('DELETE', emulator('faults')) },
  ];
}

async function clearAccounts() {
  if (!await confirm(t('Clear all accounts?'), t('Every account of {project} is deleted, with sessions and codes.', { project: project.peek() }), t('Clear'))) return;
  await api('DELETE', emulator('accounts'));
  say(t('All accounts were cleared'));
}

/** A user as commands: to look at, and in an emulator to sign in as. */
function commandsOf(user) {
  const name = user.displayName ?? user.email ?? user.localId;
  return [
    { name, symbol: 'users', run: () => go(href('users', user.localId)) },
    ...(isEmulator() ? [{ name: t('Sign in as {name}', { name }), symbol: 'token', run: async () => (await import('./signinas.js')).signInAs(user) }] : []),
  ];
}

/** What is shown if a command is refused: a command has no page of its own. */
function refused(error) {
  const dialog = html`<dialog class="dialog" aria-label=${t('The command failed')}><form method="dialog">${failure(error)}<div class="acts end"><button class="btn" type="submit">${t('Close')}</button></div></form></dialog>`;
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function people(text) {
  if (text.length < 3 || !may('viewAddresses')) return [];
  try {
    const { users } = await searchUsers({ text, size: 5 });
    return users.flatMap(commandsOf);
  } catch { return []; }
}

/** The words before a name, as the reader's language has them. */
const signInWords = () => new RegExp(`^${t('Sign in as {name}', { name: '' }).trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s+`, 'i');

/** Opens the palette. */
export function openPalette() {
  if (document.querySelector('dialog.palette')) return;
  const text = signal('');
  const found = signal([]);
  const chosen = signal(0);
  const all = commands();
  const [dialog, end] = scope(() => {
    const hits = computed(() => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      const isFor = text.value.trim().match(signInWords()) ? found.value.filter(command => command.symbol === 'token') : found.value;
      return [...isFor, ...all.filter(command => words.every(word => command.name.toLowerCase().includes(word)))].slice(0, 12);
    });
    const run = async command => {
      dialog.close();
      try { await command?.run(); } catch (error) { refused(error); }
    };
    const type = async event => {
      text.value = event.target.value;
      chosen.value = 0;
      const asked = event.target.value.trim();
      // “sign in as ada” asks for ada.
      const users = await people(asked.replace(signInWords(), ''));
      if (asked === text.peek().trim()) found.value = users;
    };
    const press = event => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) { event.preventDefault(); chosen.value = Math.max(0, Math.min(hits.peek().length - 1, chosen.peek() + step)); }
      if (event.key === 'Enter') { event.preventDefault(); run(hits.peek()[chosen.peek()]); }
    };
    const list = html`<ul role="listbox" id="palette-list" aria-label=${t('Commands')}></ul>`;
    const dialog = html`<dialog class="dialog palette" aria-label=${t('Search or run a command')}><label class="find">${icon('find', 's')}<input role="combobox" aria-expanded="true" aria-controls="palette-list" aria-label=${t('Search or run a command')} placeholder=${t('A page, a command, an address or a UID')} autocomplete="off" @input=${type} @keydown=${press} aria-activedescendant=${() => (hits.value.length ? `hit-${chosen.value}` : false)}></label>${list}${() => (hits.value.length === 0 ? html`<p class="soft pad">${t('Nothing is named so. Users are found by the beginning of an address, a number or a name, and by UID.')}</p>` : '')}</dialog>`;
    each(list, () => hits.value.map((command, k) => ({ command, k })), item => `${item.k} ${item.command.name}`, item => html`<li role="option" id=${`hit-${item.k}`} aria-selected=${() => String(chosen.value === item.k)} @click=${() => run(item.command)}>${icon(item.command.symbol, 's')}<span>${item.command.name}</span></li>`);
    return dialog;
  });
  dialog.addEventListener('close', () => { dialog.remove(); end(); });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input').focus();
}
