// Deletions that the emulator takes back: a user and a document. In production, and where the state before is not
// known, the reader is asked instead.
import { api, call, Trouble } from '../lib/call.js';
import { t } from '../lib/text.js';
import { confirm } from './basics.js';
import { offerUndo } from './undo.js';
import { accounts, changes, isEmulator, project } from './world.js';

/** Deletes a user; `name` says who. What comes back is the account as it was, with sessions and codes. */
export async function deleteUser(user, name) {
  const scope = { project: project.peek(), ...(user.tenantId ? { tenant: user.tenantId } : {}) };
  const { undo } = await call('POST', 'accounts:keep', { ...scope, user: user.localId });
  await api('POST', accounts('accounts:delete'), { localId: user.localId });
  offerUndo(t('{name} was deleted.', { name }), async () => { await call('POST', 'accounts:restore', { undo }); changes.users.value += 1; });
}

/** Writes to a document under a condition; `words` say what it means that the condition does not hold. */
export async function writeIf(write, words) {
  try { return await write(); } catch (error) {
    if (error instanceof Trouble && ['FAILED_PRECONDITION', 'ALREADY_EXISTS', 'NOT_FOUND'].includes(error.code)) throw new Trouble(error.status, error.code, words);
    throw error;
  }
}

/** Deletes the document at an address as it was read: a write since then is not deleted with it. */
export const deleteAsRead = (address, document) => writeIf(
  () => api('DELETE', `${address}?currentDocument.updateTime=${encodeURIComponent(document.updateTime)}`),
  t('The document was changed meanwhile. Nothing was deleted: look at it, and delete it again.'),
);

/** Deletes a document, and offers to put its fields back, unless another document has taken its place. */
export async function deleteDocument(address, document, name) {
  await deleteAsRead(address, document);
  offerUndo(t('{name} was deleted.', { name }), () => writeIf(
    () => api('PATCH', `${address}?currentDocument.exists=false`, { fields: document.fields ?? {} }),
    t('There is another document in its place by now. It stays as it is.'),
  ));
}

/** Withdraws a second factor. A number can be enrolled again as it was; the key of an authenticator app cannot. */
export async function withdrawFactor(user, factor, act, remove) {
  if (!isEmulator()) { await act(() => remove(user, factor)); return; }
  if (factor.totpInfo && !await confirm(t('Remove the authenticator app?'), t('Its key is forgotten. This cannot be taken back.'), t('Remove'))) return;
  await act(async () => {
    await remove(user, factor);
    if (factor.totpInfo) return;
    offerUndo(t('The second factor was removed.'), async () => {
      const { users } = await api('POST', accounts('accounts:lookup'), { localId: [user.localId] });
      const now = users?.[0]?.mfaInfo ?? [];
      const wanted = user.mfaInfo.filter(one => one === factor || now.some(other => other.mfaEnrollmentId === one.mfaEnrollmentId));
      const later = now.filter(one => !wanted.some(other => other.mfaEnrollmentId === one.mfaEnrollmentId));
      await api('POST', accounts('accounts:update'), { localId: user.localId, mfa: { enrollments: [...wanted, ...later] } });
      changes.users.value += 1;
    });
  });
}
