// Seven people who sign in by different methods, with the same identifiers on every machine.
import { api } from '../lib/call.js';
import { t } from '../lib/text.js';
import { say } from './basics.js';
import { accounts } from './world.js';

const base64 = text => btoa(text).replace(/\+/g, '-').replace(/\//g, '_');

/** The password of every test user that has one. */
export const testPassword = 'correct horse 42';

// The emulator's own form of a hash, which it reads back on import.
const fakeHash = password => base64(`fakeHash:salt=console:password=${password}`);
const link = (providerId, rawId, email, displayName) => ({ providerId, rawId, federatedId: rawId, email, displayName });

function people() {
  const password = { passwordHash: fakeHash(testPassword), salt: 'console' };
  return [
    { localId: 'test-ada', email: 'ada@example.com', emailVerified: true, displayName: 'Ada Lovelace', ...password },
    { localId: 'test-grace', email: 'grace@example.com', emailVerified: false, displayName: 'Grace Hopper', ...password },
    { localId: 'test-alan', email: 'alan@example.com', emailVerified: true, displayName: 'Alan Turing', providerUserInfo: [link('google.com', 'google-alan', 'alan@example.com', 'Alan Turing'), link('github.com', 'github-alan', 'alan@example.com', 'Alan Turing')] },
    { localId: 'test-katherine', phoneNumber: '+17575550149', displayName: 'Katherine Johnson' },
    { localId: 'test-edsger', email: 'edsger@example.com', emailVerified: true, displayName: 'Edsger Dijkstra', disabled: true, ...password },
    { localId: 'test-barbara', email: 'barbara@example.com', emailVerified: true, displayName: 'Barbara Liskov', customAttributes: JSON.stringify({ role: 'admin' }), ...password },
    { localId: 'test-guest' },
  ];
}

/** Imports the test users; users of the same identifiers are replaced. */
export async function makeTestUsers() {
  const { error = [] } = await api('POST', accounts('accounts:batchCreate'), { users: people(), hashAlgorithm: 'BCRYPT', allowOverwrite: true });
  if (error.length > 0) throw new Error(error.map(item => item.message).join(', '));
  say(t('Test users were made'));
}
