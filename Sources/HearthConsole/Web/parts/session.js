// Administrators of a server for real users: signing in, accepting an invitation, proving again, signing out.
import { call, onRefusal, send, useWriteToken } from '../lib/call.js';
import { html } from '../lib/html.js';
import { go } from '../lib/route.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { copyButton, failure, field, form, icon, mark } from './basics.js';
import { languageChoice } from './languages.js';
import { qrCode } from './qr.js';
import { server } from './world.js';

/** A page before the console: a card with fields, and what went wrong; `other` is another way on, as `{words, run}`. */
function door(app, title, content, act, submit, other) {
  return new Promise(resolve => {
    const error = signal(null);
    const isBusy = signal(false);
    const attempt = async run => {
      isBusy.value = true;
      error.value = null;
      try { resolve(await run()); } catch (trouble) { error.value = trouble; }
      isBusy.value = false;
    };
    const press = event => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(event.target));
      return attempt(() => submit(values));
    };
    const second = other ? html`<button class="btn" type="button" ?disabled=${() => isBusy.value} @click=${() => attempt(other.run)}>${icon('lock', 's')}${other.words}</button>` : '';
    app.replaceChildren(html`<main class="door"><div class="brand">${mark()}<span>Hearth</span></div><form class="card" @submit=${press}><h1 tabindex="-1">${title}</h1>${content}${() => (error.value ? failure(error.value) : '')}<button class="btn main" type="submit" ?disabled=${() => isBusy.value}>${act}</button>${second}</form>${languageChoice()}</main>`);
    document.title = `${title} · Hearth`;
    app.querySelector('input')?.focus();
  });
}

const codeField = () => field(t('Code of your authenticator app'), 'code', { autocomplete: 'one-time-code', hint: t('Six digits; each counts once.') });
const passwordField = (words, autocomplete) => field(words, 'password', { type: 'password', autocomplete });

const digits = code => code.replace(/\D/g, '');

/** Whether this browser makes passkeys here. */
export const hasPasskeys = () => Boolean(globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON && PublicKeyCredential.parseCreationOptionsFromJSON);

/** Asks for a passkey; a reader who turns away is told so in the page's words. */
async function withPasskey(ask) {
  try { return (await ask()).toJSON(); } catch { throw new Error(t('No passkey was used. Try again, or use a code.')); }
}

/** What a passkey signs for the answer of `session`, together with its ticket. */
async function signWith({ passkey, ticket }) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(passkey);
  return { ticket, passkey: await withPasskey(() => navigator.credentials.get({ publicKey })) };
}

/** Makes a passkey of what the server wants. */
export const makePasskey = options => withPasskey(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));

async function signIn(app) {
  let refused = null;
  for (;;) {
    const waiting = await door(app, t('Sign in to the console'), [
      refused ? failure(refused) : '',
      field(t('Address'), 'email', { type: 'email', autocomplete: 'username' }),
      passwordField(t('Password'), 'current-password'),
    ], t('Go on'), ({ email, password }) => send('POST', 'session', { email, password }));
    const finish = async proof => {
      try {
        return await send('POST', 'session:finish', proof);
      } catch (error) {
        if (error.code !== 'SIGN_IN_EXPIRED' && error.code !== 'WRONG_PASSKEY') throw error;
        refused = error;
        return null;
      }
    };
    const other = waiting.passkey && hasPasskeys() ? { words: t('Use a passkey'), run: async () => finish(await signWith(waiting)) } : null;
    const state = await door(app, t('Prove the second factor'), [codeField()], t('Sign in'), ({ code }) => finish({ pending: waiting.pending, factor: waiting.factor, code: digits(code) }), other);
    if (state) return state;
  }
}

/** Accepts the invitation whose code stands behind `#` in the address; it is taken out of the address at once. */
async function accept(app, invitation) {
  go('/console', { replace: true });
  const draft = await door(app, t('Welcome to the console'), [
    html`<p class="soft">${t('Choose a password that you use nowhere else. After it comes an authenticator app.')}</p>`,
    passwordField(t('New password'), 'new-password'),
  ], t('Go on'), ({ password }) => send('POST', 'invitation', { invitation, password }));
  return door(app, t('Add an authenticator app'), [
    html`${draft.qr ? qrCode(draft.qr, t('The key as a QR code')) : ''}<ol class="steps"><li>${draft.qr ? t('Scan the picture with your app, open the link on this device, or type the key.') : t('Open the link on this device, or type the key into your app.')}<p class="line"><a class="btn tight" href=${'#'} @click=${event => { event.preventDefault(); location.assign(draft.uri); }}>${icon('open', 's')}${t('Open in an app')}</a>${copyButton(draft.key, t('Copy the key'), { bare: false, words: t('Copy key') })}</p><p class="secretkey" dir="ltr">${draft.key.replace(/(.{4})/g, '$1 ').trim()}</p></li><li>${t('Type the code that the app shows. The key is not shown again.')}</li></ol>`,
    codeField(),
  ], t('Finish'), ({ code }) => send('POST', 'invitation:finish', { ticket: draft.ticket, code: digits(code) }));
}

/** A button in a sheet that goes on with a passkey in place of the code. */
const passkeyButton = () => {
  const press = event => {
    const sheet = event.target.closest('form');
    sheet.elements.with.value = 'passkey';
    sheet.requestSubmit();
  };
  return hasPasskeys() ? html`<input type="hidden" name="with" value=""><button class="btn" type="button" @click=${press}>${icon('lock', 's')}${t('Use a passkey')}</button>` : '';
};

async function proofOf(values) {
  if (values.with !== 'passkey') return { password: values.password, code: digits(values.code) };
  const waiting = await send('POST', 'session', { email: server.peek().email, password: values.password });
  if (!waiting.passkey) throw new Error(t('You have no passkey yet. Use a code.'));
  return signWith(waiting);
}

const proveFields = () => [
  html`<input class="hide" type="text" name="username" autocomplete="username" tabindex="-1" aria-hidden="true" .value=${server.peek().email ?? ''}>`,
  html`<p class="soft">${t('This needs a proof of the last five minutes.')}</p>`,
  passwordField(t('Password'), 'current-password'),
  codeField(),
  passkeyButton(),
];

let asking = null;

/** Asks for what a refused call needs; resolves to whether the call can be sent again. */
async function lift(error) {
  const isExpired = error.status === 401 && error.code === 'UNAUTHENTICATED';
  if (!isExpired && error.code !== 'RECENT_PROOF_REQUIRED') return false;
  if (isExpired) { location.reload(); return new Promise(() => {}); }
  asking ??= form(t('Prove that it is you'), proveFields(), t('Confirm'), async values => {
    useWriteToken((await send('POST', 'session:confirm', await proofOf(values))).writeToken);
  });
  const done = await asking;
  asking = null;
  return Boolean(done);
}

/** Reads what the server is; in production it shows the sign-in until there is a session. */
export async function signInWhereNeeded(app, read) {
  let state;
  const invitation = location.pathname === '/console/welcome' ? location.hash.slice(1) : '';
  if (invitation) {
    state = await accept(app, invitation);
  } else {
    try { state = await read(); } catch (error) {
      if (error.status !== 401) throw error;
      state = await signIn(app);
    }
  }
  if (state.mode === 'emulator') return state;
  useWriteToken(state.writeToken);
  onRefusal(lift);
  return state;
}

/** Ends the session. */
export async function signOut() {
  await call('DELETE', 'session');
  location.assign('/console');
}
