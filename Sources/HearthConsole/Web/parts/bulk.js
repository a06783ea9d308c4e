// Changes of many users: of those that are chosen, or of all that a search finds. They go to the server in batches, one
// after the other, so that the reader sees how far they are, can stop them, and learns what failed. A change of few can be
// taken back for ten seconds.
import { api, call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { href } from '../lib/route.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, failure, field, form, icon, say } from './basics.js';
import { offerUndo } from './undo.js';
import { accounts, changes, isEmulator, may, project, tenant } from './world.js';

const batch = 100;
const shownFailures = 100;
/** The most users of a change that is offered to be taken back. */
const mostUndone = 50;

/** The batches of a change: each is sent when the one before is answered. `send(body)` names the project. */
async function* batches(send, { ids, search, ...change }) {
  if (!search) {
    for (let start = 0; start < ids.length; start += batch) yield await send({ ...change, ids: ids.slice(start, start + batch) });
    return;
  }
  let after;
  do {
    const answer = await send({ ...change, search, ...(after ? { after } : {}) });
    yield answer;
    after = answer.next;
  } while (after);
}

/** Sends a change of users of the project and the tenant that are shown now, whichever are shown by then. */
function sender() {
  const scope = { project: project.peek(), ...(tenant.peek() ? { tenant: tenant.peek() } : {}) };
  return body => call('POST', 'users:bulk', { ...scope, ...body });
}

const opposite = { disable: 'enable', enable: 'disable' };

/** Throws what keeps the rest of a change; a second try is about that rest alone. */
function complain(done, failed) {
  if (failed.length > 0) throw new Error(t('Taken back: {done}. Not taken back: {count}. {reason}', { done, count: failed.length, reason: failed[0].message }));
}

/** What takes a change back: `changed` are those whose state it has changed, no other. */
function stateUndo(send, act, changed) {
  let left = changed;
  return async () => {
    const { done, failed } = await send({ act: opposite[act], ids: left });
    left = failed.map(one => one.localId);
    complain(done, failed);
  };
}

/** What takes a deletion back: `kept` are the accounts as the emulator has kept them. */
function deletionUndo(kept) {
  const address = accounts('accounts:lookup');
  let left = kept;
  return async () => {
    const { failed } = await call('POST', 'accounts:restore', { undo: left.map(one => one.undo) });
    const named = failed.map(one => ({ ...left.find(other => other.undo === one.undo), ...one }));
    // What is gone may be back: the answer to the first try was lost.
    const gone = named.filter(one => one.gone).map(one => one.localId);
    const back = new Set(gone.length > 0 ? ((await api('POST', address, { localId: gone })).users ?? []).map(user => user.localId) : []);
    const missing = named.filter(one => !back.has(one.localId));
    const done = left.length - missing.length;
    left = missing;
    complain(done, missing);
  };
}

const words = () => ({ disable: t('Disabled: {count}'), enable: t('Enabled: {count}'), signOut: t('Signed out: {count}'), delete: t('Deleted: {count}') });

/** The bar above the list. `search()` is what the list shows, `count()` how many users that are, `null` if unknown. */
export function bulkBar(marked, search, count, load) {
  const state = signal(null);
  let isStopped = false;
  /** Whether a change is offered to be taken back: one of few users, whose state before is known. */
  function isUndoable(act, { ids, isAll }) {
    if (act === 'delete') return isEmulator() && !isAll && ids.length <= mostUndone;
    const size = isAll ? count() : ids.length;
    return act in opposite && size !== null && size <= mostUndone;
  }
  async function run(act) {
    const chosen = marked.peek();
    const undo = isUndoable(act, chosen);
    const send = sender();
    const [changed, kept] = [[], []];
    isStopped = false;
    const progress = { act, done: 0, failed: [], isOver: false, error: null, isStopped: false };
    state.value = progress;
    try {
      for await (const answer of batches(send, { act, ...(undo ? { undo } : {}), ...(chosen.isAll ? { search: search() } : { ids: chosen.ids }) })) {
        progress.done += answer.done;
        progress.failed.push(...answer.failed);
        changed.push(...(answer.changed ?? []));
        kept.push(...(answer.kept ?? []));
        state.value = { ...progress };
        if (isStopped) { progress.isStopped = true; break; }
      }
    } catch (error) { progress.error = error; }
    state.value = { ...progress, isOver: true };
    const told = words()[act].replace('{count}', progress.done);
    const takeBack = changed.length > 0 ? stateUndo(send, act, changed) : kept.length > 0 ? deletionUndo(kept) : null;
    if (takeBack) offerUndo(told, async () => { try { await takeBack(); state.value = null; } finally { changes.users.value += 1; } });
    else say(told);
    if (!progress.error && !progress.isStopped) marked.clear();
    await load();
  }
  async function remove() {
    const { ids, isAll } = marked.peek();
    if (isUndoable('delete', { ids, isAll })) { await run('delete'); return; }
    if (!isAll) {
      if (await confirm(t('Delete {count} users?', { count: ids.length }), t('Their accounts, sessions and codes end. This cannot be taken back.'), t('Delete'))) await run('delete');
      return;
    }
    const isSure = await form(t('Delete all users that match?'), [
      html`<p>${t('Their accounts, sessions and codes end. This cannot be taken back.')}</p>`,
      field(t('Type “{project}” to confirm', { project: project.peek() }), 'project'),
    ], t('Delete'), values => { if (values.project.trim() !== project.peek()) throw new Error(t('That is another text.')); });
    if (isSure) await run('delete');
  }
  const button = (label, press) => html`<button class="btn tight" type="button" @click=${press}>${label}</button>`;
  const many = () => (count() === null ? t('All that match') : t('All {count} that match', { count: count() }));
  const bar = () => html`<div class="bulk" role="region" aria-label=${t('Chosen users')}><b class="grow">${marked.isAll ? many() : t('{count} chosen', { count: marked.value.size })}</b>${!marked.isAll && (count() === null || count() > marked.value.size) ? button(many(), () => marked.all()) : ''}${button(t('Disable'), () => run('disable'))}${button(t('Enable'), () => run('enable'))}${button(t('Sign out'), () => run('signOut'))}${may('deleteUsers') ? button(t('Delete'), remove) : ''}${button(t('Choose none'), () => marked.clear())}</div>`;
  return () => html`<div class="contents">${() => (state.value ? report(state.value, () => { isStopped = true; }, () => { state.value = null; }) : '')}${() => (marked.isAny && !(state.value && !state.value.isOver) ? bar() : '')}</div>`;
}

/** How far a change is, and what became of it. */
function report(state, stop, close) {
  const { act, done, failed, isOver, error } = state;
  const line = words()[act].replace('{count}', done.toLocaleString(document.documentElement.lang));
  if (!isOver) return html`<div class="note" role="status">${icon('replay')}<p class="grow">${line}</p><button class="btn tight" type="button" @click=${stop}>${t('Stop')}</button></div>`;
  if (error) return html`<div class="contents">${failure(error)}<div class="note"><p class="grow">${line}</p><button class="btn tight" type="button" @click=${close}>${t('Close')}</button></div></div>`;
  return html`<div class=${`note ${failed.length ? 'bad' : 'ok'}`} role="status">${icon(failed.length ? 'bolt' : 'check')}<div class="grow"><p><b>${line}</b>${state.isStopped ? ` · ${t('Stopped')}` : ''}${failed.length ? ` · ${t('Not changed: {count}', { count: failed.length })}` : ''}</p>${failed.length ? html`<ul class="fails" tabindex="0">${failed.slice(0, shownFailures).map(one => html`<li><a href=${href('users', one.localId)}><bdi>${one.localId}</bdi></a> <span class="soft">${one.message}</span></li>`)}</ul>` : ''}</div><button class="btn tight" type="button" @click=${close}>${t('Close')}</button></div>`;
}
