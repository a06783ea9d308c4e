// A session of a user that the emulator's console begins, to hand its tokens to a test or a tool.
import { asApp } from '../lib/call.js';
import { html } from '../lib/html.js';
import { t } from '../lib/text.js';
import { copyButton, form } from './basics.js';
import { nameOf } from './person.js';

/** An unsigned custom token: the emulator takes it from any Admin SDK, and so from here. */
function customToken(user) {
  const part = value => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: 'console@hearth.local', sub: 'console@hearth.local', aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit', iat: now, exp: now + 3600, uid: user.localId };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

/** The tokens of a new session of a user. */
export const tokenOf = user => asApp('POST', 'identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=console', { token: customToken(user), returnSecureToken: true, ...(user.tenantId ? { tenantId: user.tenantId } : {}) });

/** Signs in as a user and shows the tokens of the new session. */
export async function signInAs(user) {
  const { idToken, refreshToken } = await tokenOf(user);
  await form(t('Signed in as {name}', { name: nameOf(user) }), [
    html`<p class="soft">${t('Hand one of these to a test or a tool. The session is a real one; Sign out ends it.')}</p>`,
    ...[['ID token', idToken], ['Refresh token', refreshToken], ['Custom token', customToken(user)]].map(([name, value]) => html`<div class="field"><span class="line"><b class="grow">${t(name)}</b>${copyButton(value, t('Copy'), { bare: false, words: t('Copy') })}</span><p class="mono small cut">${value}</p></div>`),
  ], t('Done'), () => true);
}
