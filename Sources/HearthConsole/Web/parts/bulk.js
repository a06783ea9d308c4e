// Changes of many users: of those that are chosen, or of all that a search finds. They go to the server in batches, one
// after the other, so that the reader sees how far they are, can stop them, and learns what failed.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { href } from '../lib/route.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, failure, field, form, icon, say } from './basics.js';
import { may, project, tenant } from './world.js';

const batch = 100;
const shownFailures = 100;

/** The users that are chosen: their identifiers, or all that the list finds. */
export function marks() {
  const [ids, isAll] = [signal(new Set()), signal(false)];
  return {
    get value() { return ids.value; },
    get isAll() { return isAll.value; },
    get isAny() { return isAll.value || ids.value.size > 0; },
    peek: () => ({ ids: [...ids.peek()], isAll: isAll.peek() }),
    has: id => isAll.value || ids.value.has(id),
    toggle(id) { isAll.value = false; const next = new Set(ids.peek()); if (!next.delete(id)) next.add(id); ids.value = next; },
    set(list, isChosen) { isAll.value = false; const next = new Set(ids.peek()); for (const id of list) if (isChosen) next.add(id); else next.delete(id); ids.value = next; },
    all() { isAll.value = true; },
    clear() { ids.value = new Set(); isAll.value = false; },
  };
}

/** The batches of a change: each is sent when the one before is answered. */
async function* batches(act, { ids, search }) {
  const send = more => call('POST', 'users:bulk', { project: project.peek(), ...(tenant.peek() ? { tenant: tenant.peek() } : {}), act, ...more });
  if (!search) {
    for (let start = 0; start < ids.length; start += batch) yield await send({ ids: ids.slice(start, start + batch) });
    return;
  }
  let after;
  do {
    const answer = await send({ search, ...(after ? { after } : {}) });
    yield answer;
    after = answer.next;
  } while (after);
}

const words = () => ({ disable: t('Disabled: {count}'), enable: t('Enabled: {count}'), signOut: t('Signed out: {count}'), delete: t('Deleted: {count}') });

/** The bar above the list. `search()` is what the list shows, `count()` how many users that are, `null` if unknown. */
export function bulkBar(marked, search, count, load) {
  const state = signal(null);
  let isStopped = false;
  async function run(act) {
    const { ids, isAll } = marked.peek();
    isStopped = false;
    const progress = { act, done: 0, failed: [], isOver: false, error: null, isStopped: false };
    state.value = progress;
    try {
      for await (const answer of batches(act, isAll ? { search: search() } : { ids })) {
        progress.done += answer.done;
        progress.failed.push(...answer.failed);
        state.value = { ...progress };
        if (isStopped) { progress.isStopped = true; break; }
      }
    } catch (error) { progress.error = error; }
    state.value = { ...progress, isOver: true };
    say(words()[act].replace('{count}', progress.done));
    if (!progress.error && !progress.isStopped) marked.clear();
    await load();
  }
  async function remove() {
    const { ids, isAll } = marked.peek();
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
