// Users: a list by pages, sorted and searched by the server's indexes, and a drawer with everything about one of them.
import { api } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { bind } from '../lib/keys.js';
import { go, href, place, setQuery } from '../lib/route.js';
import { computed, effect, onEnd, signal, untracked } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { cut, drawer, empty, face, failure, field, form, icon, reading, say, shown, tag, when } from '../parts/basics.js';
import { bulkBar, marks } from '../parts/bulk.js';
import { clearFilter, filterBar, filterOf, isNarrow, narrowing } from '../parts/filters.js';
import { makeTestUsers } from '../parts/testusers.js';
import { transferMenu } from '../parts/transfer.js';
import { userDrawer } from '../parts/user.js';
import { accounts, changes, counts, isEmulator, may, project, searchUsers, tenant } from '../parts/world.js';

const pageSize = 50;

const symbols = { password: 'lock', phone: 'phone', emailLink: 'inbox', passkey: 'pass' };
const names = { 'google.com': 'G', 'apple.com': 'A', 'github.com': 'GH', 'facebook.com': 'F', 'microsoft.com': 'M', 'twitter.com': 'X' };

/** The methods by which a user can sign in: `[symbol or letters, name]`. */
export function methodsOf(user) {
  const linked = (user.providerUserInfo ?? []).map(info => info.providerId);
  return [
    ...(user.passkeyInfo?.length ? [['passkey', t('Passkey')]] : []),
    ...linked.filter(id => id !== 'password' && id !== 'phone').map(id => [names[id] ?? 'SSO', id]),
    ...(user.passwordHash || linked.includes('password') ? [['password', t('Password')]] : []),
    ...(user.emailLinkSignin ? [['emailLink', t('Mailed link')]] : []),
    ...(user.phoneNumber ? [['phone', t('Phone')]] : []),
  ];
}

const way = ([mark, name]) => html`<span class="way" title=${name}><span class="hide">${name}</span>${symbols[mark] ? icon(symbols[mark]) : html`<span aria-hidden="true">${mark}</span>`}</span>`;
export const nameOf = user => user.displayName || user.email || user.phoneNumber || t('Guest');

function states(user) {
  return html`<span class="ways">${user.disabled ? tag(t('Disabled'), 'bad') : ''}${user.email && !user.emailVerified ? tag(t('Unverified'), 'warn') : ''}${methodsOf(user).length === 0 && (user.customAuth || !user.email) ? tag(user.customAuth ? t('Custom token') : t('Guest')) : ''}${user.mfaInfo?.length ? tag(t('Two factors'), 'ok') : ''}${user.tenantId ? tag(user.tenantId, 'info') : ''}</span>`;
}

function row(user, chosen, marked) {
  const second = user.displayName ? user.email ?? user.phoneNumber ?? t('no address') : user.localId;
  const open = event => { if (!event.target.closest('input')) go(href('users', user.localId) + location.search); };
  const press = event => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open(event);
    const step = { ArrowDown: 'nextElementSibling', j: 'nextElementSibling', ArrowUp: 'previousElementSibling', k: 'previousElementSibling' }[event.key];
    if (step) { event.preventDefault(); event.currentTarget[step]?.focus(); if (chosen.peek()) event.currentTarget[step]?.click(); }
    if (event.key === 'x') marked.toggle(user.localId);
  };
  return html`<tr tabindex="0" aria-selected=${() => String(chosen.value === user.localId)} class=${user.disabled ? 'off' : ''} @click=${open} @keydown=${press}><td class="tick"><input type="checkbox" aria-label=${t('Choose {name}', { name: nameOf(user) })} .checked=${() => marked.has(user.localId)} @change=${() => marked.toggle(user.localId)}></td><th scope="row" class="cell"><div class="who">${face(user.displayName ?? user.email)}<span class="grow"><b class="cut"><bdi>${cut(nameOf(user), 80)}</bdi></b><span class="soft small cut blk"><bdi>${second}</bdi></span></span></div></th><td class="wide"><span class="ways">${methodsOf(user).map(way)}</span></td><td class="wide">${when(Number(user.lastLoginAt ?? 0))}</td><td class="wider">${when(Number(user.createdAt ?? 0))}</td><td>${states(user)}</td></tr>`;
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

/** The heading of a column that sorts: a first press sorts downwards, the next one turns the order round. */
function sortable(label, order, sort, kind = '') {
  const press = () => setQuery({ order: order === 'created' && sort.peek().order !== 'created' ? '' : order, up: sort.peek().order === order && sort.peek().descending ? '1' : '' });
  return html`<th scope="col" class=${kind} aria-sort=${() => (sort.value.order === order ? (sort.value.descending ? 'descending' : 'ascending') : false)}><button class="sort" type="button" @click=${press}>${label}${() => (sort.value.order === order ? html`<span class=${sort.value.descending ? '' : 'up'}>${icon('down', 's')}</span>` : '')}</button></th>`;
}

/** The number of users that are shown; `null` if it is not known. */
const countOf = data => (data?.matched != null ? { count: data.matched, isExact: data.matchedExact } : null);
const inWords = ({ count, isExact }) => (isExact === false ? t('more than {count}', { count }) : number(count));

function head(found, isListed, make, menu) {
  const acts = [menu, isEmulator() ? html`<button class="btn not-phone" type="button" @click=${make}>${icon('flask', 's')}${t('Make test users')}</button>` : '', may('editUsers') ? html`<button class="btn main" type="button" @click=${addUser}>${icon('plus', 's')}${t('Add user')}</button>` : ''];
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
  const body = html`<tbody></tbody>`;
  each(body, () => rows.value, user => user.localId, user => row(user, chosen, marked));
  const table = html`<table class="users"><caption class="hide">${t('Users')}</caption><thead><tr><th class="tick"><input type="checkbox" aria-label=${t('Choose all on this page')} .checked=${() => rows.value.length > 0 && rows.value.every(user => marked.has(user.localId))} @change=${event => marked.set(rows.peek().map(user => user.localId), event.target.checked)}></th>${sortable(t('User'), 'email', sort)}<th scope="col" class="wide">${t('Signs in with')}</th>${sortable(t('Last sign-in'), 'signedIn', sort, 'wide')}${sortable(t('Created'), 'created', sort, 'wider')}<th scope="col">${t('State')}</th></tr></thead></table>`;
  table.append(body);
  const close = () => go(href('users') + location.search);
  const trouble = signal(null);
  const make = async () => { trouble.value = null; try { await makeTestUsers(); } catch (error) { trouble.value = error; } await found.load(); };
  const next = () => { before.value = [...before.peek(), found.peek().data.next]; };
  const back = () => { before.value = before.peek().slice(0, -1); };
  if (may('editUsers')) onEnd(bind('n', 'New user', addUser));
  onEnd(bind(']', 'Next page', () => { if (found.peek().data?.next) next(); }));
  onEnd(bind('[', 'Page before', () => { if (before.peek().length) back(); }));
  const start = computed(() => before.value.length * pageSize);
  const nothing = data => {
    if (data.next) return empty(t('None so far'), t('No user matches among those that were read for this page. There are more.'), html`<button class="btn" type="button" @click=${next}>${t('Read on')}</button>`);
    if (isNarrow(filter.value)) return empty(t('No user matches'), t('No user has all that the filters ask for.'), html`<button class="btn" type="button" @click=${clearFilter}>${t('Clear filters')}</button>`);
    if (!text.value && tenant.value) return empty(t('No users yet'), t('The tenant “{tenant}” has no users.', { tenant: tenant.value }), html`<a class="btn" href=${href('users')}>${t('The project’s own users')}</a>`);
    if (text.value) return empty(t('No such user'), t('No account has the UID “{text}”, or an address, a number or a name that begins with it. Names are found as they are written.', { text: text.value }), html`<button class="btn" type="button" @click=${() => setQuery({ q: '' })}>${t('Show all')}</button>`);
    return isEmulator()
      ? empty(t('No users yet'), t('They appear here when they sign up. Eight test users show every kind there is.'), html`<button class="btn main" type="button" @click=${make}>${t('Make test users')}</button>`)
      : empty(t('No users yet'), t('They appear here when they sign up.'));
  };
  const find = may('viewAddresses') || isEmulator()
    ? html`<label class="find wide-find">${icon('find', 's')}<span class="hide">${t('Find a user')}</span><input placeholder=${t('Beginning of an e-mail, phone or name, or a UID')} .value=${() => text.value} @change=${search} @input=${event => { if (event.target.value === '') search(event); }}><kbd class="not-phone">/</kbd></label>`
    : html`<p class="soft">${t('Your role sees no addresses, and cannot search for them.')}</p>`;
  const over = event => { if (may('editUsers') && event.dataTransfer.types.includes('Files')) event.preventDefault(); };
  const drop = async event => { if (!may('editUsers') || !event.dataTransfer.files.length) return; event.preventDefault(); const [file] = event.dataTransfer.files; (await import('../parts/userimport.js')).importUsers(found.load, file); };
  const known = () => (isWhole() ? (counts.value.users == null ? null : { count: counts.value.users, isExact: counts.value.isUserCountExact }) : countOf(found.value.data));
  const matching = () => (known()?.isExact === false ? null : known()?.count ?? null);
  const menu = transferMenu(listed, matching, marked, found.load);
  const last = () => start.value + rows.value.length;
  const range = () => { const all = known(); return all ? t('{first} to {last} of {count}', { first: start.value + 1, last: last(), count: inWords(all) }) : t('{first} to {last}', { first: start.value + 1, last: last() }); };
  return html`<div class="contents">${head(found, isWhole, make, menu)}<div class="tools people-tools">${find}${tenantChoice()}${filterBar(filter, sort)}</div>
<div class="frame" @dragover=${over} @drop=${drop}><section class="list" aria-label=${t('Users')}>${() => (trouble.value ? failure(trouble.value) : '')}${may('assistUsers') ? bulkBar(marked, listed, matching, found.load) : ''}<div class="scroll" tabindex="0">${shown(found, data => (data.users.length > 0 ? table : nothing(data)))}</div><div class="pager">${() => (rows.value.length ? html`<span class="grow num">${range()}</span>` : html`<span class="grow"></span>`)}<button class="btn tight" type="button" ?disabled=${() => before.value.length === 0} @click=${back}>${icon('left', 's')}${t('Back')}</button><button class="btn tight" type="button" ?disabled=${() => !found.value.data?.next} @click=${next}>${t('Next')}${icon('right', 's')}</button></div></section>${() => (chosen.value ? drawer(t('User'), userDrawer(chosen.value, close), close) : '')}</div></div>`;
}
