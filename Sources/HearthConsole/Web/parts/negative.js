// Tokens that a server must refuse, for its tests: each with one flaw, and what the verifier throws for it.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { copyButton, failure, field, icon, tag } from './basics.js';
import { project, searchUsers } from './world.js';

const flaws = { expired: 'Expired', notYetValid: 'Not yet valid', wrongAudience: 'Wrong audience', wrongIssuer: 'Wrong issuer', otherKey: 'Signed by a key that is not published', forgedSignature: 'Signed by another key under the real key’s name', unsigned: 'Unsigned' };

/** The account that a text names: a UID or an address; the newest one for an empty text. */
async function accountOf(text) {
  const { users } = await searchUsers({ text: text.trim(), size: 1 });
  if (users.length === 0) throw new Error(text ? t('Nobody has this UID or address.') : t('The project has no users yet.'));
  return users[0];
}

/** The form that makes the tokens, and the tokens below it; `look` shows one in the inspector. */
export function negativeTokens(look) {
  const made = signal(null);
  const trouble = signal(null);
  const isBusy = signal(false);
  const make = async event => {
    event.preventDefault();
    [made.value, trouble.value, isBusy.value] = [null, null, true];
    try {
      const user = await accountOf(new FormData(event.target).get('user'));
      made.value = { user, ...(await call('POST', 'tokens:mint', { project: project.peek(), ...(user.tenantId ? { tenant: user.tenantId } : {}), user: user.localId })) };
    } catch (error) { trouble.value = error; }
    isBusy.value = false;
  };
  const row = ({ flaw, token, rejection }) => html`<li><span class="grow"><b>${t(flaws[flaw])}</b><span class="soft brk">${rejection ? html`<code>${`TokenRejection.${rejection.name}`}</code> ${rejection.words}` : t('The verifier accepts it.')}</span></span><span class="acts">${copyButton(token, t('Copy the token'), { bare: false, words: t('Token') })}${rejection ? copyButton(`TokenRejection.${rejection.name}`, t('Copy the error'), { bare: false, words: t('Error') }) : ''}<button class="btn tight" type="button" @click=${() => look(token)}>${icon('eye', 's')}${t('Inspect')}</button></span></li>`;
  return html`<section class="block sec" aria-label=${t('Tokens for negative tests')}><h2>${t('Tokens for negative tests')}</h2><p class="soft">${t('ID tokens of a user, each with one flaw, and what TokenVerifier throws for it. Your server must refuse them all.')}</p><form class="acts ends-low" @submit=${make}>${field(t('User'), 'user', { placeholder: t('UID or address; empty for the newest user') })}<button class="btn" type="submit" ?disabled=${() => isBusy.value}>${t('Make tokens')}</button></form>${() => (trouble.value ? failure(trouble.value) : '')}<div aria-live="polite">${() => (made.value ? html`<div class="sec"><p class="soft small">${t('For {name}.', { name: made.value.user.email ?? made.value.user.localId })}</p><ul class="card rows minted">${made.value.tokens.map(row)}</ul></div>` : '')}</div></section>`;
}
