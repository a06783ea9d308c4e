// What the security rules say about a document: for each use of it the statement that allows it, or every one that does
// not, with what its expressions gave.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect, signal, untracked } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { cut, icon, reading, shown, tag } from './basics.js';
import { accounts, changes, project } from './world.js';

/** Whose eyes the page borrows: a UID, or empty for a caller without a sign-in. It stays from document to document. */
const seenBy = signal('');

const words = { get: 'Read', list: 'List', create: 'Create', update: 'Change', delete: 'Delete' };

/** The claims that the next ID token of an account would have. */
async function claimsOf(uid) {
  const { users = [] } = await api('POST', accounts('accounts:lookup'), { localId: [uid] });
  const user = users[0];
  if (!user) return { isKnown: false, claims: {} };
  const claims = { ...(user.customAttributes ? JSON.parse(user.customAttributes) : {}), user_id: uid, firebase: { identities: {}, sign_in_provider: 'custom' } };
  if (user.email) Object.assign(claims, { email: user.email, email_verified: Boolean(user.emailVerified) });
  if (user.displayName) claims.name = user.displayName;
  if (user.phoneNumber) claims.phone_number = user.phoneNumber;
  return { isKnown: true, claims };
}

/** A value of an expression in a word or two. */
function valueWords(value) {
  const [kind, inner] = Object.entries(value)[0] ?? ['', ''];
  if (kind === 'undefined') return [inner.causeMessage ?? t('not known'), 'bad'];
  if (kind === 'nullValue') return ['null', ''];
  const text = typeof inner === 'object' ? JSON.stringify(inner) : String(inner);
  return [cut(text, 120), kind === 'boolValue' ? (inner ? 'ok' : 'warn') : ''];
}

/** What is worth a line: whole requests and documents are not. */
const isTold = ({ value }) => !('mapValue' in value);

const step = ({ line, text, value }) => { const [said, kind] = valueWords(value); return html`<li><span class="num soft small">${t('line {line}', { line })}</span><code class="grow brk">${cut(text, 160)}</code><span class="brk">${tag(said, kind)}</span></li>`; };

function verdict(one) {
  const place = one.statements[0];
  const reasons = one.allowed ? [] : one.statements;
  return html`<li class="verdict"><details><summary>${one.allowed ? tag(t('Allowed'), 'ok', 'check') : tag(t('Denied'), 'bad', 'x')}<b>${t(words[one.method] ?? one.method)}</b><code class="grow cut">${place ? place.text.split('\n')[0] : t('no statement is for this document')}</code>${place ? html`<span class="num soft small">${t('line {line}', { line: place.line })}</span>` : ''}${icon('down', 's')}</summary>${place ? html`<p class="pad small"><a href=${`/console/rules?line=${place.line}`}>${t('Show line {line} of the rules', { line: place.line })}</a></p>` : ''}${reasons.length ? html`<ul class="reasons">${reasons.map(reason => html`<li class="soft small brk">${reason.reason}</li>`)}</ul>` : ''}${one.values.some(isTold) ? html`<ul class="rows steps-of">${one.values.filter(isTold).map(step)}</ul>` : html`<p class="soft small pad">${t('No condition had to be evaluated.')}</p>`}</details></li>`;
}

/** The panel beside a document. */
export function verdicts(path) {
  const found = reading(async () => {
    const uid = seenBy.peek();
    const { isKnown, claims } = uid ? await claimsOf(uid) : { isKnown: true, claims: {} };
    const answer = await api('POST', `emulator/v1/projects/${encodeURIComponent(project.peek())}:explainRules`, { document: path, ...(uid ? { user: { uid, claims } } : {}) });
    return { ...answer, isKnown };
  });
  effect(() => { seenBy.value; changes.data.value; untracked(found.load); });
  const choose = event => { event.preventDefault(); seenBy.value = new FormData(event.target).get('uid').trim(); };
  return html`<section class="sec verdicts" aria-label=${t('What the rules say')}><div class="line"><h3 class="grow">${t('What the rules say')}</h3></div><form class="acts" @submit=${choose}><label class="find grow">${icon('eye', 's')}<span class="hide">${t('Seen by the user')}</span><input name="uid" autocomplete="off" spellcheck="false" placeholder=${t('Seen by: a UID, empty for no sign-in')} .value=${untracked(() => seenBy.value)}></label><button class="btn tight" type="submit">${t('Ask')}</button></form>${shown(found, answer => {
    if (!answer.hasRules) return html`<p class="soft">${t('No rules are loaded: the emulator allows everything.')}</p>`;
    return html`<div class="contents">${answer.isKnown ? '' : html`<p class="soft small">${t('No account has this UID: only its name is known to the rules.')}</p>`}<ul class="card rows">${answer.verdicts.map(verdict)}</ul></div>`;
  })}</section>`;
}
