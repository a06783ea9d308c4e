// The reader's own sign-in, on a server for real users: the role, and passkeys beside the authenticator app.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect, signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, failure, field, form, icon, reading, say, shown } from '../parts/basics.js';
import { hasPasskeys, makePasskey } from '../parts/session.js';
import { roleWords, server } from '../parts/world.js';

/** What the browser is, in a word: the name that a new passkey gets unless the reader types another. */
const here = () => (/Android|iPhone|iPad|Macintosh|Windows|Linux|CrOS/.exec(navigator.userAgent)?.[0] ?? '');

export default function account() {
  const trouble = signal(null);
  const found = reading(async () => (await call('GET', 'passkeys')).passkeys);
  effect(() => { found.load(); });
  const act = async run => { trouble.value = null; try { await run(); } catch (error) { trouble.value = error; } };
  const add = () => act(async () => {
    // Asks for the proof first, if one is needed: two sheets at once would be one too many.
    const { options } = await call('POST', 'passkeys:start', {});
    const done = await form(t('Add a passkey'), [html`<p class="soft">${t('This device asks for your fingerprint, your face or its PIN. The passkey then stands in for the code of your authenticator app.')}</p>`, field(t('Name'), 'name', { value: here(), hint: t('By this you know it again in the list.') })], t('Add'), async ({ name }) => {
      found.set((await call('POST', 'passkeys:finish', { name: name.trim(), passkey: await makePasskey(options) })).passkeys);
    });
    if (done) say(t('The passkey was added'));
  });
  const remove = passkey => act(async () => {
    if (!await confirm(t('Remove the passkey {name}?', { name: passkey.name }), t('It opens nothing any more. Your other sessions end.'), t('Remove'))) return;
    found.set((await call('POST', 'passkeys:remove', { id: passkey.id })).passkeys);
    say(t('The passkey was removed'));
  });
  const row = passkey => html`<li>${icon('lock')}<b class="grow cut"><bdi>${passkey.name}</bdi></b><button class="btn tight bad" type="button" aria-label=${t('Remove {name}', { name: passkey.name })} @click=${() => remove(passkey)}>${t('Remove')}</button></li>`;
  const { email, role } = server.peek();
  const button = hasPasskeys() ? html`<button class="btn main" type="button" @click=${add}>${icon('plus', 's')}${t('Add a passkey')}</button>` : '';
  return html`<div class="page scroll"><div class="head"><h1>${t('Your sign-in')}</h1><span class="grow"></span>${button}</div>
${() => (trouble.value ? html`<div class="block">${failure(trouble.value)}</div>` : '')}
<section class="sec block"><dl class="facts card pad"><dt>${t('Address')}</dt><dd class="brk"><bdi>${email}</bdi></dd><dt>${t('Role')}</dt><dd>${roleWords(role)}</dd><dt>${t('Second factor')}</dt><dd>${t('Authenticator app')}</dd></dl></section>
<section class="sec block"><h2>${t('Passkeys')}</h2>${shown(found, passkeys => (passkeys.length ? html`<ul class="card rows people">${passkeys.map(row)}</ul>` : html`<div class="card pad soft">${t('No passkey yet. With one, a fingerprint, a face or a PIN stands in for the code, after your password.')}</div>`))}<p class="soft small">${t('The authenticator app stays, for a device without a passkey. If both are lost, an owner invites you again.')}</p></section></div>`;
}
