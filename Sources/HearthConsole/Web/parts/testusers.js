// Seven people who sign in by different methods, and one by all of them, with the same identifiers on every machine.
import { api } from '../lib/call.js';
import { t } from '../lib/text.js';
import { say } from './basics.js';
import { accounts } from './world.js';

/** The password of every test user that has one. */
export const testPassword = 'correct horse 42';

const link = (providerId, rawId, email, displayName) => ({ providerId, rawId, federatedId: rawId, email, displayName });

const withPassword = ['test-ada', 'test-grace', 'test-edsger', 'test-barbara', 'test-hedy'];

function people() {
  return [
    { localId: 'test-ada', email: 'ada@example.com', emailVerified: true, displayName: 'Ada Lovelace' },
    { localId: 'test-grace', email: 'grace@example.com', emailVerified: false, displayName: 'Grace Hopper' },
    { localId: 'test-alan', email: 'alan@example.com', emailVerified: true, displayName: 'Alan Turing', providerUserInfo: [link('google.com', 'google-alan', 'alan@example.com', 'Alan Turing'), link('github.com', 'github-alan', 'alan@example.com', 'Alan Turing')] },
    { localId: 'test-katherine', phoneNumber: '+17575550149', displayName: 'Katherine Johnson' },
    { localId: 'test-edsger', email: 'edsger@example.com', emailVerified: true, displayName: 'Edsger Dijkstra', disabled: true },
    { localId: 'test-barbara', email: 'barbara@example.com', emailVerified: true, displayName: 'Barbara Liskov', customAttributes: JSON.stringify({ role: 'admin' }) },
    {
      localId: 'test-hedy', email: 'hedy@example.com', emailVerified: true, displayName: 'Hedy Lamarr', phoneNumber: '+15555550190', customAttributes: JSON.stringify({ role: 'editor' }),
      providerUserInfo: ['google.com', 'apple.com', 'github.com', 'microsoft.com', 'facebook.com'].map(id => link(id, `${id}-hedy`, 'hedy@example.com', 'Hedy Lamarr')),
      mfaInfo: [{ mfaEnrollmentId: 'test-hedy-phone', displayName: 'Telephone', phoneInfo: '+15555550191', enrolledAt: '2026-01-31T12:00:00Z' }],
    },
    { localId: 'test-guest' },
  ];
}

/** Imports the test users; users of the same identifiers are replaced. */
export async function makeTestUsers() {
  const { error = [] } = await api('POST', accounts('accounts:batchCreate'), { users: people(), allowOverwrite: true });
  if (error.length > 0) throw new Error(error.map(item => item.message).join(', '));
  for (const localId of withPassword) await api('POST', accounts('accounts:update'), { localId, password: testPassword });
  say(t('Test users were made'));
}
