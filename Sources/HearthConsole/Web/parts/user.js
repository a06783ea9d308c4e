// Everything about one user, and what can be done with the account.
import { api, call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { offer } from '../lib/keys.js';
import { effect, onEnd, signal, untracked } from '../lib/signal.js';
import { moment, number, t } from '../lib/text.js';
import { confirm, copyButton, face, failure, field, form, icon, json, reading, say, shown, tag, when } from './basics.js';
import { flowHead } from './flow.js';
import { copyUID, nameOf } from './person.js';
import { deleteUser, withdrawFactor } from './removal.js';
import { signInAs } from './signinas.js';
import { copySwiftTest } from './swift.js';
import { testPassword } from './testusers.js';
import { accounts, changes, clockOffset, isEmulator, may, newestFlows, project } from './world.js';

const update = change => api('POST', accounts('accounts:update'), change);
const reserved = ['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'cnf', 'c_hash', 'exp', 'firebase', 'iat', 'iss', 'jti', 'nbf', 'nonce', 'sub'];

const edit = user => form(t('Change the account'), [
  field(t('Name'), 'displayName', { value: user.displayName ?? '' }),
  field(t('Address'), 'email', { value: user.email ?? '', type: 'email' }),
  field(t('Number'), 'phoneNumber', { value: user.phoneNumber ?? '', type: 'tel', hint: t('With country code, for example +15555550100.') }),
  field(t('New password'), 'password', { hint: t('Empty leaves the password as it is.') }),
], t('Save'), async values => {
  const change = { localId: user.localId };
  for (const name of ['displayName', 'email', 'phoneNumber']) if (values[name] && values[name] !== (user[name] ?? '')) change[name] = values[name];
  if (values.password) change.password = values.password;
  const removed = [['displayName', 'DISPLAY_NAME', 'deleteAttribute'], ['email', 'EMAIL', 'deleteAttribute'], ['phoneNumber', 'phone', 'deleteProvider']];
  for (const [name, word, member] of removed) if (!values[name] && user[name]) change[member] = [...(change[member] ?? []), word];
  await update(change);
  say(t('Saved'));
});

const editClaims = user => form(t('Claims'), [
  field(t('A JSON object'), 'claims', { rows: 8, value: user.customAttributes ? JSON.stringify(JSON.parse(user.customAttributes), null, 2) : '{}', hint: t('At most 1,000 bytes. They stand in the next ID token of this user.') }),
], t('Save'), async ({ claims }) => {
  const value = JSON.parse(claims.trim() || '{}');
  const taken = Object.keys(value).filter(name => reserved.includes(name));
  if (taken.length > 0) throw new Error(t('These names are reserved: {names}', { names: taken.join(', ') }));
  await update({ localId: user.localId, customAttributes: JSON.stringify(value) });
  say(t('Saved'));
});

async function send(user, requestType) {
  // In production the mail goes to its reader alone.
  const body = isEmulator() ? { requestType, email: user.email, returnOobLink: true } : { requestType, email: user.email };
  return (await api('POST', accounts('accounts:sendOobCode'), body)).oobLink ?? null;
}

function methodRows(user, act) {
  const rows = [];
  for (const passkey of user.passkeyInfo ?? []) rows.push(['pass', t('Passkey'), passkey.name ?? passkey.credentialId, () => update({ localId: user.localId, deletePasskey: [passkey.credentialId] })]);
  for (const info of user.providerUserInfo ?? []) {
    if (info.providerId === 'password') rows.push(['lock', t('Password'), info.email ?? '', () => update({ localId: user.localId, deleteProvider: ['password'] })]);
    else if (info.providerId === 'phone') rows.push(['phone', t('Phone'), info.phoneNumber ?? '', () => update({ localId: user.localId, deleteProvider: ['phone'] })]);
    else rows.push(['globe', info.providerId, info.email ?? info.rawId ?? '', () => update({ localId: user.localId, deleteProvider: [info.providerId] })]);
  }
  const remove = async (name, run) => { if (await confirm(t('Remove “{name}”?', { name }), t('This user cannot sign in by it any more.'), t('Remove'))) await act(run); };
  return rows.map(([symbol, name, detail, run]) => html`<li>${icon(symbol)}<span class="grow"><b>${name}</b><span class="soft cut"><bdi>${detail}</bdi></span></span>${may('editUsers') ? html`<button class="btn bare tight" type="button" @click=${() => remove(name, run)}>${t('Remove')}</button>` : ''}</li>`);
}

const removeFactor = (user, factor) => (isEmulator()
  ? update({ localId: user.localId, mfa: { enrollments: user.mfaInfo.filter(other => other !== factor) } })
  : call('POST', `users/${encodeURIComponent(user.localId)}/factors:remove`, { project: project.peek(), tenant: user.tenantId, id: factor.mfaEnrollmentId }));

/** What the user's authenticator app shows now, by the emulator's clock. */
function appCode(user, factor) {
  const found = reading(() => call('GET', `users/${encodeURIComponent(user.localId)}/totp?project=${encodeURIComponent(project.peek())}&tenant=${encodeURIComponent(user.tenantId ?? '')}&factor=${encodeURIComponent(factor.mfaEnrollmentId)}`));
  const left = signal(0);
  effect(() => { changes.clock.value; untracked(found.load); });
  effect(() => { left.value = found.value.data?.seconds ?? 0; });
  const timer = setInterval(() => {
    if (document.hidden || left.peek() === 0) return;
    left.value = left.peek() - 1;
    if (left.peek() === 0) found.load();
  }, 1000);
  onEnd(() => clearInterval(timer));
  return html`<li class="appcode">${icon('token')}<span class="grow">${() => {
    const { data, error } = found.value;
    if (error) return failure(error, found.load);
    return data ? html`<span class="line"><code class="code">${data.code}</code>${copyButton(() => data.code, t('Copy the code'))}<span class="soft small num">${() => t('{count} s left', { count: left.value })}${data.used ? ` · ${t('used')}` : ''}</span></span>` : '';
  }}</span></li>`;
}

const factorRows = (user, act) => (user.mfaInfo ?? []).flatMap(factor => [factorRow(user, factor, act), ...(factor.totpInfo && isEmulator() ? [appCode(user, factor)] : [])]);

function factorRow(user, factor, act) {
  return html`<li>${icon(factor.totpInfo ? 'clock' : 'phone')}<span class="grow"><b>${factor.displayName || (factor.totpInfo ? t('Authenticator app') : t('Text message'))}</b><span class="soft"><bdi>${factor.phoneInfo ?? factor.unobfuscatedPhoneInfo ?? ''}</bdi> ${factor.enrolledAt ? when(Date.parse(factor.enrolledAt)) : ''}</span></span>${may('removeFactors') ? html`<button class="btn bare tight" type="button" @click=${() => withdrawFactor(user, factor, act, removeFactor)}>${t('Remove')}</button>` : ''}</li>`;
}

function account(user, act) {
  const facts = [
    [t('E-mail'), user.email ? html`<bdi class="brk">${user.email}</bdi>` : html`<span class="soft">${t('none')}</span>`, user.email ? (user.emailVerified ? tag(t('Verified'), 'ok', 'check') : !may('editUsers') ? tag(t('Unverified'), 'warn') : html`<button class="btn tight" type="button" @click=${() => act(() => update({ localId: user.localId, emailVerified: true }))}>${t('Mark as verified')}</button>`) : ''],
    [t('Phone'), user.phoneNumber ?? html`<span class="soft">${t('none')}</span>`, ''],
    [t('Tenant'), user.tenantId ?? html`<span class="soft">${t('none')}</span>`, ''],
    [t('Created'), user.createdAt ? moment(Number(user.createdAt)) : '–', ''],
    [t('Last sign-in'), when(Number(user.lastLoginAt ?? 0)), ''],
    [t('Tokens valid since'), user.validSince ? moment(Number(user.validSince) * 1000) : '–', ''],
    ...(user.photoUrl ? [[t('Picture'), html`<a class="brk" href=${user.photoUrl} target="_blank" rel="noopener noreferrer">${t('Open picture')}</a>`, '']] : []),
  ];
  const [methods, factors] = [methodRows(user, act), factorRows(user, act)];
  const claims = user.customAttributes ? JSON.parse(user.customAttributes) : {};
  return html`<div class="contents"><dl class="facts">${facts.map(([name, value, more]) => html`<div class="contents"><dt>${name}</dt><dd>${value}${more}</dd></div>`)}</dl>
<section class="sec"><div class="line"><h3 class="grow">${t('Signs in with')}</h3></div>${methods.length ? html`<ul class="card rows">${methods}</ul>` : html`<p class="soft">${user.customAuth ? t('Custom tokens only.') : t('Nothing yet: this is a guest.')}</p>`}</section>
<section class="sec"><h3>${t('Second factors')}</h3>${factors.length ? html`<ul class="card rows">${factors}</ul>` : html`<p class="soft">${t('none')}</p>`}</section>
<section class="sec"><div class="line"><h3 class="grow">${t('Claims')}</h3>${may('editUsers') ? html`<button class="btn tight" type="button" @click=${async () => { if (await editClaims(user)) act(() => {}); }}>${t('Edit')}</button>` : ''}</div><div class="card">${json(claims)}</div></section></div>`;
}

/** Where the user is signed in, newest first. */
function sessions(user, act) {
  const address = name => `users/${encodeURIComponent(user.localId)}/${name}`;
  const found = reading(async () => (await call('GET', `${address('sessions')}?project=${encodeURIComponent(project.peek())}&tenant=${encodeURIComponent(user.tenantId ?? '')}`)).sessions);
  found.load();
  const end = session => act(() => call('POST', address('sessions:end'), { project: project.peek(), tenant: user.tenantId, id: session.id }));
  const row = session => html`<li>${icon('globe')}<span class="grow"><b>${session.provider}${session.secondFactor ? ` · ${session.secondFactor}` : ''}</b><span class="soft blk small">${t('since')} ${when(session.created)} · ${t('used')} ${when(session.used)}</span><span class="soft blk small mono">${session.source ?? ''}</span></span>${may('assistUsers') ? html`<button class="btn bare tight" type="button" @click=${() => end(session)}>${t('End')}</button>` : ''}</li>`;
  return html`<div class="contents">${shown(found, list => (list.length ? html`<ul class="card rows">${list.map(row)}</ul>` : html`<p class="soft">${t('Signed in nowhere.')}</p>`))}</div>`;
}

function activity(user) {
  const mine = newestFlows.value.filter(flow => flow.who && [user.email, user.phoneNumber].includes(flow.who)).slice(0, 30);
  return mine.length ? html`<ol class="card rows">${mine.map(flow => html`<li><a class="plainlink grow" href=${`/console/log?flow=${flow.id}`}>${flowHead(flow)}</a></li>`)}</ol>` : html`<p class="soft">${t('Nothing in the log names this user’s address or number.')}</p>`;
}

function code(user) {
  const row = { localId: user.localId, email: user.email, emailVerified: user.emailVerified, displayName: user.displayName, phoneNumber: user.phoneNumber, customAttributes: user.customAttributes, disabled: user.disabled };
  const python = `auth.import_users([auth.ImportUserRecord(uid="${user.localId}"${user.email ? `, email="${user.email}"` : ''})])`;
  const swift = user.email ? `let user = try await backend.auth.createUser(withEmail: "${user.email}", password: "${testPassword}")` : 'let guest = try await backend.auth.signInAnonymously()';
  return html`<div class="contents">${user.tenantId ? '' : html`<div class="acts">${copySwiftTest({ user: user.localId })}</div>`}${[['JSON', JSON.stringify(row, null, 2)], ['Swift', swift], ['Python', python]].map(([name, text]) => html`<section class="sec"><div class="line"><h3 class="grow">${name}</h3>${copyButton(text, t('Copy'))}</div><div class="card"><pre tabindex="0">${text}</pre></div></section>`)}</div>`;
}

/** The drawer of a user; `drawn()` is called when it shows one. */
export function userDrawer(uid, close, drawn = () => {}) {
  const trouble = signal(null);
  const link = signal(null);
  const view = signal('account');
  const found = reading(async () => (await api('POST', accounts('accounts:lookup'), { localId: [uid] })).users?.[0] ?? null);
  effect(() => { project.value; changes.users.value; untracked(found.load); });
  const act = async run => {
    trouble.value = null;
    try { await run(); say(t('Done')); await found.load(); if (!isEmulator()) changes.users.value += 1; } catch (error) { trouble.value = error; }
  };
  const mail = (user, type) => act(async () => { link.value = await send(user, type); });
  const remove = async user => {
    if (isEmulator()) { await act(async () => { await deleteUser(user, nameOf(user)); close(); }); return; }
    if (await confirm(t('Delete {name}?', { name: nameOf(user) }), t('The account, its sessions and codes end. This cannot be taken back.'), t('Delete'))) {
      await act(async () => { await api('POST', accounts('accounts:delete'), { localId: user.localId }); close(); });
    }
  };
  const tabs = [['account', t('Account')], ['sessions', t('Sessions')], ...(isEmulator() ? [['activity', t('Activity')], ['code', t('Code')]] : [])];
  const change = async user => { if (await edit(user)) act(() => {}); };
  const choose = event => { const k = tabs.findIndex(([name]) => name === view.peek()) + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0); if (event.key.startsWith('Arrow') && tabs[k]) { view.value = tabs[k][0]; event.currentTarget.querySelectorAll('[role=tab]')[k].focus(); } };
  return shown(found, user => {
    if (user === null) return html`<div class="contents"><header><div class="idrow"><h2 class="grow">${t('No such user')}</h2><button class="btn bare" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div></header><div class="body"><p class="soft">${t('The account “{uid}” does not exist, or no longer.', { uid })}</p></div></div>`;
    onEnd(offer({ c: () => copyUID(user.localId), ...(may('editUsers') ? { e: () => { change(user); } } : {}) }));
    queueMicrotask(drawn);
    return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the users')} @click=${close}>${icon('left')}</button>${face(user.displayName ?? user.email, 'big')}<div class="grow"><h2 class="cut"><bdi>${nameOf(user)}</bdi></h2><span class="cpy soft"><code class="cut">${user.localId}</code>${copyButton(user.localId, t('Copy the UID'))}</span></div><button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div>
<div class="acts">${isEmulator() ? html`<button class="btn tint tight" type="button" @click=${() => act(() => signInAs(user))}>${icon('token', 's')}${t('Sign in as')}</button>` : ''}${may('editUsers') ? html`<button class="btn tight" type="button" @click=${() => change(user)}>${t('Edit')}</button>` : ''}${user.email && may('assistUsers') ? html`<button class="btn tight" type="button" @click=${() => mail(user, 'PASSWORD_RESET')}>${t('Send a reset')}</button>` : ''}${user.email && !user.emailVerified && may('assistUsers') ? html`<button class="btn tight" type="button" @click=${() => mail(user, 'VERIFY_EMAIL')}>${t('Send a verification')}</button>` : ''}${may('assistUsers') ? html`<button class="btn tight" type="button" @click=${() => act(() => update({ localId: user.localId, disableUser: !user.disabled }))}>${user.disabled ? t('Enable') : t('Disable')}</button><button class="btn tight" type="button" @click=${() => act(() => update({ localId: user.localId, validSince: String(Math.floor((Date.now() + clockOffset.peek()) / 1000)) }))}>${t('Sign out')}</button>` : ''}${may('deleteUsers') ? html`<button class="btn bad tight" type="button" @click=${() => remove(user)}>${t('Delete')}</button>` : ''}</div>
<div class="tabs" role="tablist" aria-label=${t('User')} @keydown=${choose}>${tabs.map(([name, words]) => html`<button role="tab" type="button" id=${`tab-${name}`} aria-controls="tab-panel" aria-selected=${() => String(view.value === name)} tabindex=${() => (view.value === name ? '0' : '-1')} @click=${() => { view.value = name; }}>${words}</button>`)}</div></header>
<div class="body" id="tab-panel" role="tabpanel" tabindex="0" aria-labelledby=${() => `tab-${view.value}`}>${() => (trouble.value ? failure(trouble.value) : '')}${() => (link.value ? html`<div class="note warn">${icon('inbox')}<div class="grow"><p class="brk mono small">${link.value}</p><div class="acts"><a class="btn tight" href=${link.value} target="_blank" rel="noopener noreferrer">${t('Open link')}</a>${copyButton(link.value, t('Copy the link'), { bare: false, words: t('Copy link') })}</div></div></div>` : '')}${() => ({ account: () => account(user, act), sessions: () => sessions(user, act), activity: () => activity(user), code: () => code(user) })[view.value]()}</div></div>`;
  });
}
