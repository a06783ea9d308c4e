// What a user is called, and by which methods the user signs in.
import { html } from '../lib/html.js';
import { t } from '../lib/text.js';
import { copy, icon, say } from './basics.js';

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

/** A method as a sign. */
export const way = ([mark, name]) => html`<span class="way" title=${name}><span class="hide">${name}</span>${symbols[mark] ? icon(symbols[mark]) : html`<span aria-hidden="true">${mark}</span>`}</span>`;

/** What a user is called. */
export const nameOf = user => user.displayName || user.email || user.phoneNumber || t('Guest');

/** Puts a UID on the clipboard. */
export async function copyUID(uid) { if (await copy(uid)) say(t('Copied')); }
