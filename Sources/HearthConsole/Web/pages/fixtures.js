// Fixtures: states of the emulator that are saved by name, and the present one as the source of a Swift test.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { bind } from '../lib/keys.js';
import { effect, onEnd, signal } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { confirm, copyButton, empty, failure, field, form, icon, reading, say, shown, when } from '../parts/basics.js';
import { swiftTest } from '../parts/swift.js';
import { changes, project, server } from '../parts/world.js';

/** The line that puts a state back before each test. */
const line = name => `curl -X POST -H 'X-Hearth-Console: 1' ${location.origin}/console/v1/snapshots/${name}:restore`;

const contents = state => [state.accounts === 1 ? t('1 account') : t('{count} accounts', { count: state.accounts }), ...(!server.peek().firestore ? [] : [state.documents === 1 ? t('1 document') : t('{count} documents', { count: state.documents })])].join(' · ');

export default function fixtures() {
  const trouble = signal(null);
  const busy = signal('');
  const found = reading(async () => (await call('GET', 'snapshots')).snapshots);
  effect(() => { found.load(); });
  const act = async (name, run) => {
    [trouble.value, busy.value] = [null, name];
    try { found.set((await run()).snapshots); } catch (error) { trouble.value = error; }
    busy.value = '';
  };
  const save = () => form(t('Save the present state'), [field(t('Name'), 'name', { placeholder: 'before-checkout', hint: t('1 to 60 letters, digits, hyphens and underscores.') })], t('Save'), async values => {
    const name = values.name.trim();
    const replace = (found.peek().data ?? []).some(state => state.name === name) && await confirm(t('Replace {name}?', { name }), t('The state that was saved under this name is lost.'), t('Replace'));
    found.set((await call('POST', 'snapshots', { name, replace })).snapshots);
    say(t('Saved'));
  });
  const restore = async state => {
    if (!await confirm(t('Restore {name}?', { name: state.name }), t('Accounts, tenants and documents of now are lost, sessions end, and the clock is set back to what it showed.'), t('Restore'))) return;
    await act(state.name, () => call('POST', `snapshots/${state.name}:restore`));
    for (const what of Object.values(changes)) what.value = what.peek() + 1;
    if (!trouble.peek()) say(t('The state was restored'));
  };
  const remove = async state => { if (await confirm(t('Remove {name}?', { name: state.name }), t('The saved state is deleted from the disk.'), t('Remove'))) await act(state.name, () => call('DELETE', `snapshots/${state.name}`)); };
  onEnd(bind('n', 'Save the present state', save));
  const row = state => html`<li>${icon('flask')}<span class="grow"><b class="cut blk"><bdi>${state.name}</bdi></b><span class="soft small blk">${contents(state)} · ${when(state.savedAt)}</span><span class="soft small mono cut blk" title=${state.folder}><bdi>${state.folder}</bdi></span></span><span class="acts"><button class="btn tight" type="button" ?disabled=${() => busy.value !== ''} aria-label=${t('Restore {name}', { name: state.name })} @click=${() => restore(state)}>${icon('replay', 's')}${t('Restore')}</button>${copyButton(line(state.name), t('Copy the line that restores it before each test'), { bare: false, words: 'curl' })}<button class="btn tight bad" type="button" aria-label=${t('Remove {name}', { name: state.name })} @click=${() => remove(state)}>${t('Remove')}</button></span></li>`;
  return html`<div class="page scroll"><div class="head"><h1>${t('Fixtures')}</h1><span class="count">${() => (found.value.data ? number(found.value.data.length) : '')}</span><span class="grow"></span><button class="btn main" type="button" @click=${save}>${icon('plus', 's')}${t('Save the present state')}</button></div>
${() => (trouble.value ? html`<div class="block">${failure(trouble.value)}</div>` : '')}
<section class="sec block">${shown(found, states => (states.length ? html`<ul class="card rows people">${states.map(row)}</ul>` : html`<div class="card">${empty(t('No state is saved'), t('Save what the emulator holds now, and come back to it with one click or one line before each test.'))}</div>`))}<p class="soft small">${t('A saved state is a folder that --import of hearth and of Firebase’s emulators reads. It has accounts with their passwords, tenants, settings, documents and the clock; sessions, codes and passkeys are not in it.')}</p></section>
<section class="sec block"><h2>${t('As a Swift test')}</h2><p class="soft">${t('A suite with HearthTesting whose backend begins with what {project} holds now.', { project: project.peek() })}</p>${swiftTest(values => ({ accounts: values.accounts === 'on', documents: values.documents === 'on' }), server.peek().firestore)}</section></div>`;
}
