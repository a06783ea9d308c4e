// What the server found in a token, in words: its kind, each rule with its verdict, and when what begins to fail.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { ago, moment, t } from '../lib/text.js';
import { icon, tag } from './basics.js';
import { project } from './world.js';

const kinds = {
  idToken: ['ID token', 'Checked: every rule of a server’s verifier, the signature by this server’s keys, and the account.'],
  sessionCookie: ['Session cookie', 'Checked: every rule of a server’s verifier, the signature by this server’s keys for cookies, and the account.'],
  customToken: ['Custom token', 'Checked: its claims. Not checked: the signature, because an emulator takes custom tokens without one.'],
  refreshToken: ['Refresh token', 'It has no claims: it is the name of a session. Checked: the session and its account, as for the next ID token. It was not used up.'],
  appCheckToken: ['App Check token', 'Checked: its claims, for the project number that it names. Not checked: the signature, because Google’s keys are not fetched.'],
  foreignToken: ['Token of another issuer', 'Checked: its times alone. Not checked: issuer, audience and signature, because its keys are not this server’s.'],
  unknown: ['Not a token', 'This text is neither a JSON Web Token nor a refresh token of this project.'],
};

const time = claim => claims => (claims[claim] == null ? null : `${claim} ${moment(claims[claim] * 1000)}`);
const rules = {
  algorithm: ['Algorithm', (claims, header) => header.alg],
  header: ['Header', (claims, header) => Object.keys(header).join(', ')],
  kind: ['Kind', () => null],
  issuer: ['Issuer (iss)', claims => claims.iss],
  audience: ['Audience (aud)', claims => [claims.aud].flat().join(', ')],
  party: ['Asked for by (azp)', claims => claims.azp],
  subject: ['User', claims => claims.uid ?? claims.sub],
  tenant: ['Tenant', claims => claims.firebase?.tenant ?? claims.tenant_id],
  lifetime: ['Lifetime', claims => [time('iat'), time('nbf'), time('exp')].map(read => read(claims)).filter(Boolean).join(', ')],
  authenticationTime: ['Last proof of a credential (auth_time)', time('auth_time')],
  claims: ['Custom claims', claims => (claims.claims ? JSON.stringify(claims.claims) : null)],
  key: ['Key', (claims, header) => header.kid],
  signature: ['Signature', () => null],
};

/** The name of a rule in words. */
export const ruleWords = rule => t(rules[rule]?.[0] ?? rule);

/** Asks the server about a token; `at` is the moment for which its times are judged. */
export const inspect = (token, at) => call('POST', 'tokens:inspect', { project: project.peek(), token, ...(at == null ? {} : { at: Math.round(at) }) });

/** What a token is, in a word. */
export const kindWords = found => t(kinds[found.kind][0]);

const verdictTag = isRight => (isRight ? tag(t('Right'), 'ok', 'check') : tag(t('Wrong'), 'bad', 'x'));
const line = (isRight, name, value, reason) => html`<li>${verdictTag(isRight)}<span class="grow"><b>${name}</b>${value == null || value === '' ? '' : html`<span class="soft brk">${String(value).slice(0, 2000)}</span>`}${reason ? html`<span class="bad brk">${reason}</span>` : ''}</span></li>`;

function accountLine({ verdict, user, claims }) {
  if (!verdict) return '';
  const name = user ? user.email ?? user.phoneNumber ?? user.localId : claims.sub ?? t('none');
  return line(verdict.accepted, t('Account, by the server now'), name, verdict.accepted ? '' : verdict.code);
}

/** Whether nothing speaks against a token. */
export const isGood = found => !found.rejection && found.findings.every(finding => !finding.rejection) && found.verdict?.accepted !== false;

/** The card of a token: its kind, what was checked, and each rule with its verdict. */
export function checks(found, name) {
  const good = isGood(found);
  const lines = found.findings.map(({ rule, rejection }) => line(!rejection, ruleWords(rule), rules[rule][1](found.claims, found.header), rejection && `${rejection.name}: ${rejection.words}`));
  const session = found.session ? line(!found.session.ended, t('Session'), t('{method}, since {time}', { method: found.session.provider, time: moment(found.session.created) }), found.session.ended ? t('It was ended.') : '') : '';
  return html`<section class="sec" aria-label=${name}><div class="line"><h2 class="grow">${name}</h2>${found.kind === 'unknown' ? '' : good ? tag(t('Nothing speaks against it'), 'ok', 'check') : tag(t('Is refused'), 'bad', 'x')}</div><p><b>${kindWords(found)}.</b> <span class="soft">${t(kinds[found.kind][1])}</span></p>${found.rejection ? html`<div class="note bad">${icon('bolt')}<p>${`${found.rejection.name}: ${found.rejection.words}`}</p></div>` : html`<ul class="card rows">${lines}${session}${accountLine(found)}</ul>`}</section>`;
}

/** When what begins to fail, as buttons that set the moment. */
export function turns(found, now, choose) {
  if (!found.turns.length) return '';
  return html`<ol class="card rows turns">${found.turns.map(({ at, finding }) => html`<li><button class="btn tight num" type="button" @click=${() => choose(at)}>${moment(at)}</button><span class="grow"><b>${finding.rejection ? t('{rule} begins to fail', { rule: ruleWords(finding.rule) }) : t('{rule} begins to be met', { rule: ruleWords(finding.rule) })}</b><span class="soft">${finding.rejection ? `${finding.rejection.name} · ` : ''}${ago(at, now)}</span></span></li>`)}</ol>`;
}

const flat = (value, path, into) => {
  if (value && typeof value === 'object' && !Array.isArray(value)) for (const [name, inner] of Object.entries(value)) flat(inner, path ? `${path}.${name}` : name, into);
  else into.set(path, JSON.stringify(value));
  return into;
};

/** Two tokens side by side: every claim, those that differ marked. */
export function differences(one, other) {
  const [left, right] = [one, other].map(found => flat({ ...found.header, ...found.claims }, '', new Map()));
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const differs = name => left.get(name) !== right.get(name);
  const sorted = [...names.filter(differs), ...names.filter(name => !differs(name))];
  return html`<section class="sec" aria-label=${t('What differs')}><h2>${t('What differs')}</h2><p class="soft">${t('{count} of {all} members are different.', { count: names.filter(differs).length, all: names.length })}</p><div class="card over" tabindex="0"><table class="claims"><thead><tr><th scope="col">${t('Member')}</th><th scope="col">${t('First token')}</th><th scope="col">${t('Second token')}</th></tr></thead><tbody>${sorted.map(name => html`<tr class=${differs(name) ? 'differs' : ''}><th class="cell" scope="row"><code>${name}</code> ${differs(name) ? tag(t('differs'), 'warn') : ''}</th><td class="mono brk">${left.get(name) ?? '–'}</td><td class="mono brk">${right.get(name) ?? '–'}</td></tr>`)}</tbody></table></div></section>`;
}
