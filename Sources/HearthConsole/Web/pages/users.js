// Users: a list by pages, sorted and searched by the server's indexes, and a drawer with everything about one of them.
import { api, fetched } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { bind, bindChosen } from '../lib/keys.js';
import { go, href, place, setQuery } from '../lib/route.js';
import { computed, effect, onEnd, signal, untracked } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { bones, cut, drawer, empty, face, failure, field, focusActs, form, icon, later, reading, say } from '../parts/basics.js';
import { tableLayout } from '../parts/columns.js';
import { clearFilter, filterBar, filterOf, isNarrow, narrowing } from '../parts/filters.js';
import { marks } from '../parts/marks.js';
import { menu, menuAct } from '../parts/menu.js';
import { copyUID, nameOf } from '../parts/person.js';
import { makeTestUsers } from '../parts/testusers.js';
import { accounts, changes, counts, isEmulator, may, project, searchUsers, tenant } from '../parts/world.js';

const pageSize = 50;

const neighbour = (row, step) => (step > 0 ? row.nextElementSibling : row.previousElementSibling);

/** Moves the focus to a row; an open drawer shows the user of it. */
function moveTo(row, chosen) {
  row?.focus();
  if (row && chosen.peek()) row.click();
}

/** `ids()` are the users of the page, in their order. */
function row(user, chosen, marked, ids, layout) {
  const second = user.displayName ? user.email ?? user.phoneNumber ?? t('no address') : user.localId;
  const open = event => { if (!event.target.closest('input')) go(href('users', user.localId) + location.search); };
  const press = event => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); moveTo(neighbour(event.currentTarget, step), chosen); }
  };
  const tick = event => { if (event.shiftKey) marked.reach(ids(), user.localId); else marked.toggle(user.localId); };
  return html`<tr tabindex="0" aria-selected=${() => String(chosen.value === user.localId)} class=${user.disabled ? 'off' : ''} @click=${open} @keydown=${press}><td class="tick"><input type="checkbox" aria-label=${t('Choose {name}', { name: nameOf(user) })} .checked=${() => marked.has(user.localId)} @click=${tick}></td><th scope="row" class="cell"><div class="who">${face(user.displayName ?? user.email)}<span class="grow"><b class="cut"><bdi>${cut(nameOf(user), 80)}</bdi></b><span class="soft small cut blk"><bdi>${second}</bdi></span></span></div></th>${() => layout.columns.map(({ kind, cell }) => html`<td class=${kind}>${cell(user)}</td>`)}</tr>`;
}

const addUser = () => form(t('New user'), [
  field(t('Address'), 'email', { type: 'email', placeholder: 'grace@example.com' }),
  field(t('Password'), 'password', { hint: t('At least six characters; empty for none.') }),
  field(t('Name'), 'displayName'),
  field(t('Number'), 'phoneNumber', { type: 'tel', placeholder: '+15555550100' }),
  field(t('Claims'), 'claims', { rows: 3, hint: t('A JSON object of at most 1,000 bytes, for example {"role": "admin"}.') }),
], t('Add user'), async values => {
  const user = Object.fromEntries(Object.entries(values).filter(([name, value]) => value && name !== 'claims'));
  const claims = values.claims.trim();
  if (claims) JSON.parse(claims);
  const { localId } = await api('POST', accounts('accounts'), user);
  if (claims) await api('POST', accounts('accounts:update'), { localId, customAttributes: claims });
  say(t('The user was added'));
  go(href('users', localId));
});

/** The keys of the rows. Returns what is called when a drawer shows a user. */
function bindRows(body, ids, chosen, marked) {
  const row = () => document.activeElement.closest?.('tr') ?? null;
  const at = node => (node?.parentNode === body ? ids()[[...body.children].indexOf(node)] : undefined);
  const onRow = act => () => { const uid = at(row()); if (uid === undefined) return false; act(uid); return true; };
  const step = by => () => {
    const now = [row(), body.querySelector('[aria-selected="true"]')].find(one => at(one) !== undefined);
    moveTo(now ? neighbour(now, by) : body.firstElementChild, chosen);
  };
  let isWaiting = false;
  const keys = [
    bind('j', 'Next row', step(1)),
    bind('k', 'Row before', step(-1)),
    bind('x', 'Choose the row', onRow(uid => marked.toggle(uid))),
    bind('Shift x', 'Choose from the row chosen last to this one', onRow(uid => marked.reach(ids(), uid))),
    bindChosen('c', 'Copy the UID', onRow(copyUID)),
    bindChosen('e', 'Edit the chosen user'),
    bind('.', 'Actions of what is chosen', () => focusActs() || onRow(uid => { isWaiting = true; go(href('users', uid) + location.search); })()),
  ];
  onEnd(() => { for (const end of keys) end(); });
  return () => { if (isWaiting) { isWaiting = false; focusActs(); } };
}

/** The heading of a column that sorts: a first press sorts downwards, the next one turns the order round. */
function sortable(label, order, sort, kind = '') {
  const press = () => setQuery({ order: order === 'created' && sort.peek().order !== 'created' ? '' : order, up: sort.peek().order === order && sort.peek().descending ? '1' : '' });
  return html`<th scope="col" class=${kind} aria-sort=${() => (sort.value.order === order ? (sort.value.descending ? 'descending' : 'ascending') : false)}><button class="sort" type="button" @click=${press}>${label}${() => (sort.value.order === order ? html`<span class=${sort.value.descending ? '' : 'up'}>${icon('down', 's')}</span>` : '')}</button></th>`;
}

const heading = ({ label, order, kind }, sort) => (order ? sortable(label, order, sort, kind) : html`<th scope="col" class=${kind}>${label}</th>`);

/** The number of users that are shown; `null` if it is not known. */
const countOf = data => (data?.matched != null ? { count: data.matched, isExact: data.matchedExact } : null);
const inWords = ({ count, isExact }) => (isExact === false ? t('more than {count}', { count }) : number(count));

function head(found, isListed, make, menus) {
  const acts = [...menus, isEmulator() ? html`<button class="btn not-phone" type="button" @click=${make}>${icon('flask', 's')}${t('Make test users')}</button>` : '', may('editUsers') ? html`<button class="btn main" type="button" @click=${addUser}>${icon('plus', 's')}${t('Add user')}</button>` : ''];
  const all = () => (counts.value.users == null ? '' : inWords({ count: counts.value.users, isExact: counts.value.isUserCountExact }));
  const count = () => {
    const matched = isListed() ? null : countOf(found.value.data);
    return matched ? t('{count} of {all}', { count: inWords(matched), all: all() }) : all();
  };
  return html`<div class="head"><h1>${t('Users')}</h1><span class="count">${count}</span><span class="grow"></span>${acts}</div>`;
}

/** The choice of a tenant, where the project has any. */
function tenantChoice() {
  const found = reading(async () => ((await api('GET', `identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.peek())}/tenants?pageSize=1000`)).tenants ?? []).map(one => ({ id: one.name.split('/').at(-1), name: one.displayName })));
  effect(() => { project.value; changes.settings.value; if (may('viewSettings')) found.load(); });
  const option = (id, words) => html`<option value=${id} ?selected=${tenant.peek() === id}>${words}</option>`;
  return () => {
    const list = found.value.data ?? [];
    if (list.length === 0 && !tenant.value) return '';
    const isUnknown = tenant.value && !list.some(one => one.id === tenant.value);
    return html`<label><span class="hide">${t('Tenant')}</span><select class="input tenants" @change=${event => go(href('users') + (event.target.value ? `?tenant=${encodeURIComponent(event.target.value)}` : ''))}>${option('', t('The project’s own users'))}${isUnknown ? option(tenant.peek(), tenant.peek()) : ''}${list.map(one => option(one.id, one.name ? `${one.name} · ${one.id}` : one.id))}</select></label>`;
  };
}

/** What stands in the place of an empty list. */
function nothing(data, { text, filter, next, make }) {
  if (data.next) return empty(t('None so far'), t('No user matches among those that were read for this page. There are more.'), html`<button class="btn" type="button" @click=${next}>${t('Read on')}</button>`);
  if (isNarrow(filter.value)) return empty(t('No user matches'), t('No user has all that the filters ask for.'), html`<button class="btn" type="button" @click=${clearFilter}>${t('Clear filters')}</button>`);
  if (!text.value && tenant.value) return empty(t('No users yet'), t('The tenant “{tenant}” has no users.', { tenant: tenant.value }), html`<a class="btn" href=${href('users')}>${t('The project’s own users')}</a>`);
  if (text.value) return empty(t('No such user'), t('No account has the UID “{text}”, or an address, a number or a name that begins with it. Names are found as they are written.', { text: text.value }), html`<button class="btn" type="button" @click=${() => setQuery({ q: '' })}>${t('Show all')}</button>`);
  return isEmulator()
    ? empty(t('No users yet'), t('They appear here when they sign up. Eight test users show every kind there is.'), html`<button class="btn main" type="button" @click=${make}>${t('Make test users')}</button>`)
    : empty(t('No users yet'), t('They appear here when they sign up.'));
}

/** Whether the list has rows, is empty, is still read or cannot be read: a table that stays is not moved, and keeps the focus. */
const stateOf = ({ data, error }) => (data === undefined ? (error ? 'failed' : 'waiting') : data.users.length > 0 ? 'rows' : 'empty');

export default function users() {
  const query = computed(() => place.value.query.toString());
  const text = computed(() => { query.value; return place.peek().query.get('q') ?? ''; });
  const sort = computed(() => { query.value; const from = place.peek().query; return { order: from.get('order') ?? 'created', descending: !from.get('up') }; });
  const chosenTenant = computed(() => { query.value; return place.peek().query.get('tenant') ?? ''; });
  effect(() => { tenant.value = chosenTenant.value; });
  onEnd(() => { tenant.value = ''; });
  const before = signal([]);
  const marked = marks();
  const chosen = computed(() => place.value.rest[0] ?? null);
  const filter = computed(() => { query.value; return filterOf(place.peek().query); });
  /** What is listed, as searches, exports and changes of all of it send it. */
  const listed = () => ({ text: text.peek().trim(), ...narrowing(filter.peek()) });
  const isWhole = () => text.value.trim() === '' && !isNarrow(filter.value);
  const found = reading(() => searchUsers({ ...listed(), ...sort.peek(), after: before.peek().at(-1), size: pageSize }));
  let asked = '';
  effect(() => {
    project.value;
    changes.users.value;
    const now = `${project.value} ${tenant.value} ${text.value} ${sort.value.order} ${sort.value.descending} ${JSON.stringify(filter.value)}`;
    if (asked !== '' && asked !== now) untracked(marked.clear);
    // Another list begins at its first page.
    if (asked !== now && before.peek().length > 0) { asked = now; before.value = []; }
    asked = now;
    before.value;
    found.load();
  });
  const search = event => setQuery({ q: event.target.value.trim() });
  const rows = computed(() => found.value.data?.users ?? []);
  const layout = tableLayout();
  const ids = () => rows.peek().map(user => user.localId);
  const body = html`<tbody></tbody>`;
  each(body, () => rows.value, user => user.localId, user => row(user, chosen, marked, ids, layout));
  const table = html`<table class=${() => `users ${layout.density}`}><caption class="hide">${t('Users')}</caption><thead><tr><th class="tick"><input type="checkbox" aria-label=${t('Choose all on this page')} .checked=${() => rows.value.length > 0 && rows.value.every(user => marked.has(user.localId))} @change=${event => marked.set(rows.peek().map(user => user.localId), event.target.checked)}></th>${sortable(t('User'), 'email', sort)}${() => layout.columns.map(one => heading(one, sort))}</tr></thead></table>`;
  table.append(body);
  const state = computed(() => stateOf(found.value));
  const list = () => ({ rows: () => table, empty: () => nothing(found.value.data, { text, filter, next, make }), waiting: bones, failed: () => '' })[state.value]();
  const close = () => go(href('users') + location.search);
  const trouble = signal(null);
  const attempt = async act => { trouble.value = null; try { await act(); } catch (error) { trouble.value = error; } };
  const make = async () => { await attempt(makeTestUsers); await found.load(); };
  const importFile = file => attempt(async () => { (await fetched(() => import('../parts/userimport.js'))).importUsers(found.load, file); });
  const exportAll = () => attempt(async () => { (await fetched(() => import('../parts/userexport.js'))).exportUsers(listed, matching); });
  const next = () => { before.value = [...before.peek(), found.peek().data.next]; };
  const back = () => { before.value = before.peek().slice(0, -1); };
  if (may('editUsers')) onEnd(bind('n', 'New user', addUser));
  onEnd(bind(']', 'Next page', () => { if (found.peek().data?.next) next(); }));
  onEnd(bind('[', 'Page before', () => { if (before.peek().length) back(); }));
  const start = computed(() => before.value.length * pageSize);
  const find = may('viewAddresses') || isEmulator()
    ? html`<label class="find wide-find">${icon('find', 's')}<span class="hide">${t('Find a user')}</span><input aria-keyshortcuts="/" placeholder=${t('Beginning of an e-mail, phone or name, or a UID')} .value=${() => text.value} @change=${search} @input=${event => { if (event.target.value === '') search(event); }}><kbd class="not-phone" aria-hidden="true">/</kbd></label>`
    : html`<p class="soft">${t('Your role sees no addresses, and cannot search for them.')}</p>`;
  const over = event => { if (may('editUsers') && event.dataTransfer.types.includes('Files')) event.preventDefault(); };
  const drop = event => { if (!may('editUsers') || !event.dataTransfer.files.length) return; event.preventDefault(); importFile(event.dataTransfer.files[0]); };
  const known = () => (isWhole() ? (counts.value.users == null ? null : { count: counts.value.users, isExact: counts.value.isUserCountExact }) : countOf(found.value.data));
  const matching = () => (known()?.isExact === false ? null : known()?.count ?? null);
  const transfers = [
    may('editUsers') ? menuAct('folder', t('Import users'), () => importFile()) : '',
    may('exportUsers') ? menuAct('open', t('Export users'), exportAll) : '',
    may('assistUsers') ? menuAct('check', t('Choose all that match'), () => marked.all()) : '',
  ].filter(Boolean);
  const menus = [layout.menu, transfers.length ? menu(t('More about all users'), 'more', transfers) : ''];
  // What is seldom used is fetched when it is, and stays for as long as the page.
  const isBulk = signal(false);
  effect(() => { if (marked.isAny) isBulk.value = true; });
  const bulk = () => (isBulk.value && may('assistUsers') ? later(() => import('../parts/bulk.js'), ({ bulkBar }) => bulkBar(marked, listed, matching, found.load), () => '') : '');
  const drawn = bindRows(body, ids, chosen, marked);
  const user = uid => drawer(t('User'), later(() => import('../parts/user.js'), ({ userDrawer }) => userDrawer(uid, close, drawn)), close);
  // Opening a user asks for the account alone, as soon as the list had its time.
  const timer = setTimeout(() => import('../parts/user.js').catch(() => {}), 500);
  onEnd(() => clearTimeout(timer));
  const last = () => start.value + rows.value.length;
  const range = () => { const all = known(); return all ? t('{first} to {last} of {count}', { first: start.value + 1, last: last(), count: inWords(all) }) : t('{first} to {last}', { first: start.value + 1, last: last() }); };
  return html`<div class="contents">${head(found, isWhole, make, menus)}<div class="tools people-tools">${find}${tenantChoice()}${filterBar(filter, sort)}</div>
<div class="frame" @dragover=${over} @drop=${drop}><section class="list" aria-label=${t('Users')}>${() => (trouble.value ? failure(trouble.value) : '')}${bulk}<div class="scroll" tabindex="0">${() => (found.value.error ? failure(found.value.error, found.load) : '')}${list}</div><div class="pager">${() => (rows.value.length ? html`<span class="grow num">${range()}</span>` : html`<span class="grow"></span>`)}<button class="btn tight" type="button" ?disabled=${() => before.value.length === 0} @click=${back}>${icon('left', 's')}${t('Back')}</button><button class="btn tight" type="button" ?disabled=${() => !found.value.data?.next} @click=${next}>${t('Next')}${icon('right', 's')}</button></div></section>${() => (chosen.value ? user(chosen.value) : '')}</div></div>`;
}
