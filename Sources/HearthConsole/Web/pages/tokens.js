// The token inspector: what a token says, and what is wrong with it at the emulator's time.
import { api, asApp } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { ago, moment, t } from '../lib/text.js';
import { empty, face, icon, json, tag } from '../parts/basics.js';
import { accounts, clockOffset, project } from '../parts/world.js';

const decode = part => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.codePointAt(0))));

function parse(text) {
  const parts = text.split('.');
  if (parts.length !== 3) return { trouble: t('A token has three parts between dots; this text has {count}.', { count: parts.length }) };
  try { return { header: decode(parts[0]), claims: decode(parts[1]), isSigned: parts[2] !== '' }; } catch { return { trouble: t('The first two parts are not Base64 of JSON.') }; }
}

function kind({ claims }) {
  if (claims.iss?.startsWith('https://securetoken.google.com/')) return t('ID token');
  if (claims.iss?.startsWith('https://session.firebase.google.com/')) return t('Session cookie');
  if (claims.aud?.includes?.('IdentityToolkit')) return t('Custom token');
  return t('Token of another issuer');
}

function timeChecks({ claims }, now) {
  const when = seconds => `${moment(seconds * 1000)}, ${ago(seconds * 1000, now)}`;
  const check = (name, seconds, isRight) => (seconds == null ? null : { name, value: when(seconds), isRight });
  return [
    check(t('Issued (iat)'), claims.iat, claims.iat * 1000 <= now + 5000),
    check(t('Valid from (nbf)'), claims.nbf, claims.nbf * 1000 <= now + 5000),
    check(t('Expires (exp)'), claims.exp, claims.exp * 1000 > now),
    check(t('Last proof of a credential (auth_time)'), claims.auth_time, claims.auth_time * 1000 <= now + 5000),
  ].filter(Boolean);
}

async function accountChecks(token, text) {
  const { claims } = token;
  const checks = [];
  const name = project.peek();
  if (claims.iss?.includes('securetoken') || claims.iss?.includes('session.firebase')) {
    checks.push({ name: t('Issuer (iss)'), value: claims.iss, isRight: claims.iss.endsWith(`/${name}`) });
    checks.push({ name: t('Audience (aud)'), value: claims.aud, isRight: claims.aud === name });
    checks.push({ name: t('Signature'), value: token.isSigned ? `${token.header.alg}, ${token.header.kid ?? t('no key named')}` : t('none: an emulator’s'), isRight: true });
  }
  if (claims.iss?.includes('securetoken')) {
    try {
      const { users = [] } = await asApp('POST', 'identitytoolkit.googleapis.com/v1/accounts:lookup?key=console', { idToken: text });
      checks.push({ name: t('The server’s verdict'), value: users[0] ? t('accepted for {uid}', { uid: users[0].localId }) : t('refused'), isRight: users.length > 0 });
    } catch (error) {
      checks.push({ name: t('The server’s verdict'), value: error.message, isRight: false });
    }
  }
  if (claims.sub ?? claims.uid) {
    const { users = [] } = await api('POST', accounts('accounts:lookup'), { localId: [claims.sub ?? claims.uid] });
    const user = users[0];
    checks.push({ name: t('Account'), value: user ? user.email ?? user.localId : t('does not exist'), isRight: Boolean(user) });
    if (user) {
      checks.push({ name: t('Disabled'), value: user.disabled ? t('yes') : t('no'), isRight: !user.disabled });
      if (user.validSince && (claims.auth_time ?? claims.iat)) checks.push({ name: t('Revoked'), value: moment(Number(user.validSince) * 1000), isRight: (claims.auth_time ?? claims.iat) >= Number(user.validSince) });
    }
  }
  return checks;
}

export default function tokens() {
  const state = signal(null);
  const inspect = async event => {
    const text = event.target.value.trim().replace(/^Bearer\s+/i, '');
    if (!text) { state.value = null; return; }
    const token = parse(text);
    if (token.trouble) { state.value = token; return; }
    const now = Date.now() + clockOffset.peek();
    state.value = { ...token, checks: timeChecks(token, now) };
    const more = await accountChecks(token, text).catch(() => []);
    if (event.target.value.trim().replace(/^Bearer\s+/i, '') === text) state.value = { ...token, checks: [...timeChecks(token, now), ...more] };
  };
  return html`<div class="page scroll"><div class="head"><h1>${t('Tokens')}</h1></div><div class="block"><label class="field"><b>${t('Paste an ID token, a session cookie or a custom token')}</b><textarea class="mono input" rows="5" spellcheck="false" autocomplete="off" @input=${inspect}></textarea></label><p class="soft small">${t('It stays in this page and goes to this server alone.')}</p></div>
${() => {
    const token = state.value;
    if (!token) return html`<div class="block card">${empty(t('No token yet'), t('“Sign in as” of any user makes one.'))}</div>`;
    if (token.trouble) return html`<div class="block note bad" role="alert">${icon('bolt')}<p>${token.trouble}</p></div>`;
    return html`<div class="block two"><section class="sec"><h2>${kind(token)}</h2><ul class="card rows">${token.checks.map(check => html`<li>${check.isRight ? tag(t('Right'), 'ok', 'check') : tag(t('Wrong'), 'bad', 'x')}<span class="grow"><b>${check.name}</b><span class="soft brk">${check.value}</span></span></li>`)}</ul></section><section class="sec"><h3>${t('Claims')}</h3><div class="card">${json(token.claims)}</div><h3>${t('Header')}</h3><div class="card">${json(token.header)}</div></section></div>`;
  }}</div>`;
}
