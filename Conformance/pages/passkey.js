// A page that makes and uses passkeys with nothing but what the browser offers.
'use strict';
const backend = new URLSearchParams(location.search).get('backend');

async function call(operation, body) {
  const response = await fetch(
    backend + '/identitytoolkit.googleapis.com/v2/accounts/' + operation + '?key=fake-api-key',
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  );
  return response.json();
}

// Asks the authenticator for a new passkey: what is to be sent to the server.
async function register(idToken) {
  const { credentialCreationOptions } = await call('passkeyEnrollment:start', { idToken });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(credentialCreationOptions);
  return (await navigator.credentials.create({ publicKey })).toJSON();
}

// Asks the authenticator for a signature: what is to be sent to the server.
async function sign() {
  const { credentialRequestOptions } = await call('passkeySignIn:start', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(credentialRequestOptions);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}

const enroll = (idToken, registration, name) =>
  call('passkeyEnrollment:finalize', { idToken, name, authenticatorRegistrationResponse: registration });
const signIn = (assertion) =>
  call('passkeySignIn:finalize', { authenticatorAuthenticationResponse: assertion });
