// Where the trial of a provider comes back to: the sign-in is finished as an app would, and the log shows its flow.
import { html } from '../lib/html.js';
import { go, href, place } from '../lib/route.js';
import { effect, signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { empty, failure } from '../parts/basics.js';
import { asClient, trialApp, trialKey } from '../parts/trial.js';
import { entries, newestFlows, project, projects } from '../parts/world.js';

/** The text that the tab keeps under a name, which is read once. */
function take(key) {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return text && JSON.parse(text);
}

/** How the trial of this tab ended: told by the address, or by the page that takes providers' answers for apps. */
function takeEvent() {
  const answer = location.href;
  const kept = take(trialKey(place.peek().query.get('state')));
  if (kept) {
    // A token of the address stays in no history.
    history.replaceState({}, '', href('tried'));
    return { ...kept, urlResponse: answer };
  }
  const [start, end] = ['firebase:redirectEvent:', `:${trialApp}`];
  const key = Object.keys(sessionStorage).find(name => name.startsWith(start) && name.endsWith(end));
  return key ? { ...take(key), project: key.slice(start.length, -end.length) } : null;
}

async function finish(event) {
  if (event.error) throw new Error(event.error.message || event.error.code);
  return asClient('accounts:signInWithIdp', { requestUri: event.urlResponse, sessionId: event.sessionId, postBody: event.postBody ?? '', returnSecureToken: true, ...(event.tenantId ? { tenantId: event.tenantId } : {}) });
}

/** The page of the trial's end. */
export default function tried() {
  const event = takeEvent();
  if (!event) return html`<div class="page"><h1 class="hide">${t('Trial of a provider')}</h1>${empty(t('No trial is under way'), t('Begin one from the settings of a provider.'), html`<a class="btn" href=${href('settings', 'providers')}>${t('Providers')}</a>`)}</div>`;
  if (projects.peek().includes(event.project)) project.value = event.project;
  const state = signal({});
  const before = Math.max(0, ...entries.peek().keys());
  const isMine = id => id > before && entries.peek().get(id)?.op === 'SignInWithProvider' && entries.peek().get(id).client === trialApp;
  finish(event).then(user => { state.value = { user }; }, error => { state.value = { error }; });
  // The log hears of the sign-in by itself, a moment before or after this page.
  effect(() => {
    const flow = newestFlows.value.find(({ steps }) => steps.some(isMine));
    if (state.value.user && flow) queueMicrotask(() => go(`${href('log')}?flow=${flow.id}`, { replace: true }));
  });
  const draw = () => {
    const { user, error } = state.value;
    if (error) return html`<div class="contents">${failure(error)}<div class="acts block"><a class="btn" href=${href('log')}>${t('Show in the log')}</a></div></div>`;
    return html`<p class="block" role="status">${user ? t('Signed in as {name}. The log shows how.', { name: user.email || user.displayName || user.localId || '–' }) : t('Signing in…')}</p>`;
  };
  return html`<div class="page scroll"><div class="head"><h1>${t('Trial of a provider')}</h1></div>${draw}</div>`;
}
