// Administrators of the console: who they are, what they may do, and where they are signed in.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect, signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, copyButton, empty, face, failure, field, form, icon, reading, say, shown, tag, when } from '../parts/basics.js';
import { roleWords, server } from '../parts/world.js';

const roles = () => [
  ['viewer', t('Reads users with their addresses masked, and settings.')],
  ['support', t('Sees addresses, disables, ends sessions, mails codes.')],
  ['developer', t('Reads users, documents, events and crashes.')],
  ['owner', t('Everything, administrators included.')],
];

const roleField = chosen => html`<fieldset class="field"><legend>${t('Role')}</legend>${roles().map(([name, hint]) => html`<label class="toggle"><input type="radio" name="role" value=${name} .checked=${name === chosen}><span class="grow"><b>${roleWords(name)}</b><span class="soft">${hint}</span></span></label>`)}</fieldset>`;

async function showLink(link) {
  await form(t('Invitation'), [
    html`<p>${t('Send this link to the administrator. It is shown once, and valid for 15 minutes.')}</p><p class="mono small brk secretkey">${link}</p>${copyButton(link, t('Copy the link'), { bare: false, words: t('Copy link') })}`,
  ], t('Done'), () => true);
}

const invite = (email = '', role = 'support') => form(t('Invite an administrator'), [field(t('Address'), 'email', { type: 'email', value: email }), roleField(role)], t('Invite'), values => call('POST', 'administrators', values));

export default function administrators() {
  const trouble = signal(null);
  const found = reading(() => call('GET', 'administrators'));
  effect(() => { found.load(); });
  const act = async run => { trouble.value = null; try { await run(); } catch (error) { trouble.value = error; } await found.load(); };
  const add = person => act(async () => { const answer = await invite(person?.email, person?.role); if (answer?.link) await showLink(answer.link); });
  const change = person => act(async () => { if (await form(t('Change the role of {email}', { email: person.email }), [roleField(person.role)], t('Save'), ({ role }) => call('POST', 'administrators:update', { email: person.email, role }))) say(t('Saved')); });
  const remove = person => act(async () => { if (await confirm(t('Remove {email}?', { email: person.email }), t('The sessions end at once. The audit keeps what was done.'), t('Remove'))) await call('POST', 'administrators:remove', { email: person.email }); });
  const end = person => act(() => call('POST', 'administrators:endSessions', { email: person.email }));
  const row = person => html`<li>${face(person.email)}<span class="grow"><b><bdi>${person.email}</bdi></b><span class="soft blk small">${person.enrolled ? html`<span>${t('Signed in')} ${when(person.signedIn ?? 0)} · ${person.sessions.length === 1 ? t('1 session') : t('{count} sessions', { count: person.sessions.length })}</span>` : t('Invited, not enrolled yet')}</span>${person.sessions.map(session => html`<span class="soft blk small cut"><bdi>${[session.source, session.agent].filter(Boolean).join(' · ')}</bdi> ${when(session.used)}</span>`)}</span>${tag(roleWords(person.role), person.role === 'owner' ? 'ember' : '')}${person.email === server.peek().email ? tag(t('you'), 'info') : ''}<span class="acts"><button class="btn tight" type="button" @click=${() => change(person)}>${t('Role')}</button><button class="btn tight" type="button" @click=${() => add(person)}>${t('Invite again')}</button><button class="btn tight" type="button" @click=${() => end(person)}>${t('End sessions')}</button><button class="btn tight bad" type="button" @click=${() => remove(person)}>${t('Remove')}</button></span></li>`;
  return html`<div class="page scroll"><div class="head"><h1>${t('Administrators')}</h1><span class="grow"></span><button class="btn main" type="button" @click=${() => add()}>${icon('plus', 's')}${t('Invite')}</button></div>${() => (trouble.value ? failure(trouble.value) : '')}<section class="sec block">${shown(found, ({ administrators: all }) => (all.length ? html`<ul class="card rows people">${all.map(row)}</ul>` : empty(t('No administrators'), '')))}</section></div>`;
}
