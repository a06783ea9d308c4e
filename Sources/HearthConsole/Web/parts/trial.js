// Trying a provider: the sign-in begins in a new tab, as an app would begin it, and its flow stands in the log.
import { call, Trouble, unreachable } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { failure, icon } from './basics.js';
import { isEmulator, project, server } from './world.js';

/** By what name the trial is an app, to the page that takes providers' answers and in the log. */
export const trialApp = 'console-trial';

/** Calls an operation as an app does, past the console: what the console itself asks for belongs to no flow. */
export async function asClient(operation, body) {
  let answer;
  let document;
  try {
    answer = await fetch(`/identitytoolkit.googleapis.com/v1/${operation}?key=${encodeURIComponent(project.peek())}`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Client-Version': trialApp }, body: JSON.stringify(body) });
    document = await answer.json();
  } catch { throw unreachable(); }
  if (!answer.ok) throw new Trouble(answer.status, document.error?.status ?? `HTTP_${answer.status}`, document.error?.message ?? '');
  return document;
}

/** Why a provider cannot be tried; empty if it can. The lenient emulator believes every provider that is not off. */
function obstacle({ isOn, clientId }) {
  if (!isOn) return t('It is off: turn it on and save first.');
  return clientId || isLenient() ? '' : t('It has no client ID, without which it has no page: type one and save first.');
}

/** Whether the emulator's own page stands for the provider's: it leads back to the console without a page between. */
const isLenient = () => server.peek().profile === 'lenient';

/** Where in a tab's storage a trial that comes back without the page between finds how it began. */
export const trialKey = state => `hearth:trial:${state}`;

const begin = ({ id, tenant, callback }) => (isEmulator()
  ? asClient('accounts:createAuthUri', { providerId: id, continueUri: isLenient() ? `${location.origin}/console/tried` : callback, ...(tenant ? { tenantId: tenant } : {}) })
  : call('POST', 'providers:try', { project: project.peek(), provider: id, ...(tenant ? { tenant } : {}) }));

/** Keeps in the tab how the trial began: for the page that takes apps' answers in its own words, as when an app opens it. */
function keep(tab, { authUri, sessionId }, { id, tenant }) {
  const query = new URL(authUri).searchParams;
  const state = query.get('state') ?? query.get('RelayState');
  if (isLenient()) { tab.sessionStorage.setItem(trialKey(state), JSON.stringify({ project: project.peek(), sessionId, tenantId: tenant })); return; }
  const settings = { apiKey: project.peek(), appName: trialApp, provider: id, authType: 'signInViaRedirect', tenant: tenant ?? '', return: 'page', target: `${location.origin}/console/tried` };
  tab.sessionStorage.setItem(`hearth:sign-in:${state}`, JSON.stringify({ session: sessionId, settings }));
}

async function run(provider) {
  // The tab is opened at once: a page that opens one later is taken for an advertisement.
  const tab = open('about:blank', '_blank');
  if (!tab) throw new Error(t('The browser opened no tab. Allow this page to open one, and try again.'));
  try {
    const begun = await begin(provider);
    if (!/^https?:\/\//.test(begun.authUri)) throw new Error(t('The provider’s page has no address that a browser can open.'));
    if (isEmulator()) keep(tab, begun, provider);
    tab.location.replace(begun.authUri);
  } catch (error) {
    tab.close();
    throw error.code === 'UNAVAILABLE' ? new Trouble(error.status, error.code, t('The provider cannot be asked: the log of hearth says why.')) : error;
  }
}

/** A button that tries a provider, `{id, tenant, callback, isOn, clientId}`, or says why it cannot be tried. */
export function tryButton(provider) {
  const [trouble, isBusy] = [signal(null), signal(false)];
  const reason = obstacle(provider);
  const press = async () => {
    [isBusy.value, trouble.value] = [true, null];
    try { await run(provider); } catch (error) { trouble.value = error; }
    isBusy.value = false;
  };
  const words = reason || (isEmulator() ? t('A new tab signs in as an app would; its flow stands in the log.') : t('A new tab opens the provider’s page as an app would, and ends before an account is made.'));
  return html`<div class="trial"><button class="btn tight" type="button" ?disabled=${() => Boolean(reason) || isBusy.value} @click=${press}>${icon('open', 's')}${t('Try it')}</button><span class="soft small">${words}</span>${() => (trouble.value ? failure(trouble.value) : '')}</div>`;
}
