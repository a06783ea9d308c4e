// An app that signs in on the web as the official web client does, step by step, without its code: a relay frame of
// the backend in the page, the sign-in page in a popup or by redirect, and the event handed to signInWithIdp.
'use strict';
const query = new URLSearchParams(location.search);
const settings = {
  backend: query.get('backend'), apiKey: query.get('apiKey') || 'fake-api-key', appName: query.get('appName') || 'app',
  provider: query.get('provider') || 'google.com', tenant: query.get('tenant'), kind: query.get('kind') || 'signIn',
};
const outcome = document.getElementById('outcome');
let popup = null;
let expected = null;

const tell = (state, content) => {
  window.result = content;
  outcome.textContent = JSON.stringify(content, null, 2);
  outcome.dataset.state = state;
};

function handlerURL(way) {
  // The official client puts the user's identifier before the event's where a signed-in user links or proves again.
  expected = (settings.kind === 'signIn' ? '' : 'Hk3xYzUser:::') + Math.floor(Math.random() * 1e9);
  const parameters = new URLSearchParams({
    apiKey: settings.apiKey, appName: settings.appName, authType: settings.kind + 'Via' + way,
    redirectUrl: location.href, v: '11.0.0', eventId: expected, providerId: settings.provider,
    customParameters: '{"prompt":"select_account"}', scopes: 'profile',
  });
  if (settings.tenant) parameters.set('tid', settings.tenant);
  return settings.backend + '/emulator/auth/handler?' + parameters;
}

function signInWithPopup() {
  popup = window.open(handlerURL('Popup'), 'sign-in', 'width=500,height=600');
}

function signInWithRedirect() {
  const url = handlerURL('Redirect');
  sessionStorage.setItem('pending', expected);
  location.assign(url);
}

async function exchange(event) {
  const request = {
    requestUri: event.urlResponse, sessionId: event.sessionId, postBody: event.postBody || undefined,
    returnSecureToken: true, returnIdpCredential: true,
  };
  if (event.tenantId) request.tenantId = event.tenantId;
  const token = sessionStorage.getItem('idToken');
  if (token && settings.kind === 'link') request.idToken = token;
  const response = await fetch(
    settings.backend + '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=' + settings.apiKey,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) },
  );
  const answer = await response.json();
  tell(response.ok ? 'signed-in' : 'refused', { event, answer });
}

function onAuthEvent({ type, authEvent }) {
  if (type !== 'authEvent') return { status: 'ERROR' };
  const pending = expected || sessionStorage.getItem('pending');
  if (authEvent.type === 'unknown' || authEvent.eventId !== pending) {
    if (!outcome.dataset.state) tell('ready', authEvent);
    return { status: 'ACK' };
  }
  expected = null;
  sessionStorage.removeItem('pending');
  if (popup) popup.close();
  exchange(authEvent);
  return { status: 'ACK' };
}

function openRelay() {
  const parameters = new URLSearchParams({ apiKey: settings.apiKey, appName: settings.appName, v: '11.0.0' });
  gapi.iframes.getContext().open({
    where: document.body, url: settings.backend + '/emulator/auth/iframe?' + parameters,
    attributes: { style: { position: 'absolute', top: '-100px', width: '1px', height: '1px' } },
  }, (relay) => {
    const filter = gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER;
    relay.register('authEvent', onAuthEvent, filter);
    relay.send('webStorageSupport', { type: 'webStorageSupport' }, ([answer]) => {
      window.hasWebStorage = answer.webStorageSupport;
    }, filter);
  });
}

document.getElementById('popup').addEventListener('click', signInWithPopup);
document.getElementById('redirect').addEventListener('click', signInWithRedirect);
window.gapi_onload = () => gapi.load('gapi.iframes', { callback: openRelay });
const loader = document.createElement('script');
loader.src = 'https://apis.google.com/js/api.js';
document.head.append(loader);
