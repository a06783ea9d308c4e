// The keys that sign: names and ages, which one signs, and the next one. Nothing here could sign.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { locale, moment, t } from '../lib/text.js';
import { confirm, copyButton, failure, field, form, icon, say, shown, tag, when } from '../parts/basics.js';
import { isEmulator, may } from '../parts/world.js';

const purposes = { idToken: 'ID tokens', sessionCookie: 'Session cookies', samlRequest: 'Requests to SAML providers' };

function stateOf(key) {
  if (key.signs) return [tag(t('signs'), 'ok'), ''];
  if (key.signsFrom) return [tag(t('next'), 'warn'), t('Published; signs from {time} on, when every verifier knows it.', { time: moment(key.signsFrom) })];
  return [tag(t('verifies')), t('What it signed counts until {time}.', { time: moment(key.verifiesUntil) })];
}

const inUnit = (count, unit) => new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** What the withdrawal of a key costs, a sentence for each thing. */
function costs(key, facts) {
  const [hours, seconds] = [inUnit(facts.publishedKeySeconds / 3600, 'hour'), inUnit(facts.keyReloadSeconds, 'second')];
  const here = t('Nothing counts any more that it signed: here from now on, on other servers of the same storage within {seconds}.', { seconds });
  const instead = key.signs ? t('A new key signs at once.') : t('The key that signs stays.');
  if (key.purpose === 'samlRequest') return [here, instead, t('SAML providers that check its signature refuse your users until they have the new certificate: it stands in the settings of each provider.')];
  return [
    here, instead,
    key.purpose === 'idToken' ? t('Users stay signed in: an app whose token is refused fetches another one, at the latest within the hour; some apps ask to sign in again.') : t('Users with a session cookie sign in again.'),
    t('Servers that verify tokens themselves keep the published keys for up to {hours}: until then they believe this key, and may refuse the new one. Start them again.', { hours }),
    t('Other keys stay: withdraw each that may have leaked.'),
  ];
}

/** Withdraws a key that leaked, once its beginning was typed. */
async function withdraw(key, facts, load) {
  const start = key.id.slice(0, 8);
  const isDone = await form(t('Withdraw this key?'), [
    html`<p>${t('For a key that leaked. This cannot be taken back.')}</p>${costs(key, facts).map(cost => html`<p>${cost}</p>`)}`,
    field(t('Type “{project}” to confirm', { project: start }), 'start'),
  ], t('Withdraw'), async values => {
    if (values.start.trim() !== start) throw new Error(t('That is another text.'));
    await call('POST', 'keys:withdraw', { key: key.id });
  });
  if (!isDone) return;
  say(t('The key was withdrawn'));
  await load();
}

function row(key, facts, load) {
  const [state, words] = stateOf(key);
  const mayWithdraw = !isEmulator() && may('rotateKeys');
  return html`<li>${icon('lock')}<span class="grow"><span class="line"><code class="brk">${key.id}</code>${copyButton(key.id, t('Copy the identifier'))}</span>${words ? html`<span class="soft small blk">${words}</span>` : ''}</span><span class="soft small">${t('made')} ${when(key.createdAt)}</span>${state}${mayWithdraw ? html`<button class="btn tight" type="button" aria-label=${t('Withdraw {name}', { name: key.id })} @click=${() => withdraw(key, facts, load)}>${t('Withdraw')}</button>` : ''}</li>`;
}

/** The keys of one purpose, and the button that makes the next. */
function section(purpose, keys, facts, load) {
  const [trouble, isBusy] = [signal(null), signal(false)];
  const rotate = async () => {
    if (!await confirm(t('Make the next key?'), t('It is published now and signs in a little more than six hours. The present key signs until then; what it signed counts until it expires. Users notice nothing.'), t('Make the next key'))) return;
    [isBusy.value, trouble.value] = [true, null];
    try {
      await call('POST', 'keys:rotate', { purpose });
      say(t('The next key was made'));
      await load();
    } catch (error) { trouble.value = error; }
    isBusy.value = false;
  };
  const mayRotate = !isEmulator() && purpose !== 'samlRequest' && may('rotateKeys') && !keys.some(key => key.signsFrom);
  return html`<section class="sec" aria-label=${t(purposes[purpose])}><div class="line"><h3 class="grow">${t(purposes[purpose])}</h3>${mayRotate ? html`<button class="btn tight" type="button" ?disabled=${() => isBusy.value} @click=${rotate}>${icon('replay', 's')}${t('Make the next key')}</button>` : ''}</div>${() => (trouble.value ? failure(trouble.value) : '')}<ul class="card rows keys">${keys.map(key => row(key, facts, load))}</ul>${purpose === 'samlRequest' ? html`<p class="soft small">${t('SAML providers keep its certificate in their settings: it stays as it is.')}</p>` : ''}</section>`;
}

/** The keys by what they sign. */
export function keys(found) {
  return html`<div class="sec">${shown(found, facts => {
    const used = Object.keys(purposes).map(purpose => [purpose, facts.keys.filter(key => key.purpose === purpose)]).filter(([, list]) => list.length);
    if (used.length === 0) return html`<div class="card pad soft">${t('No key yet: the first sign-in makes one.')}</div>`;
    return html`<div class="sec">${used.map(([purpose, list]) => section(purpose, list, facts, found.load))}</div>`;
  })}<p class="soft small">${isEmulator() ? t('Apps and servers fetch the public halves by themselves. An emulator keeps its keys.') : t('Apps and servers fetch the public halves by themselves, and keep them for six hours at most.')}</p></div>`;
}
