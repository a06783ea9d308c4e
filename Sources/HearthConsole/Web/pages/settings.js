// Settings of the project that the API has: who may sign in and how, tenants, and what this server is.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect, signal, untracked } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, copyButton, empty, failure, field, form, icon, json, reading, say, shown, tag } from '../parts/basics.js';
import { mailPreview } from '../parts/mail.js';
import { changes, emulator, isEmulator, may, project, server } from '../parts/world.js';

const config = () => `identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.peek())}/config`;
const tenants = rest => `identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.peek())}/tenants${rest}`;

function toggles(data, save) {
  const row = (name, hint, isOn, change) => html`<li><label class="grow toggle"><span class="grow"><b>${name}</b><span class="soft">${hint}</span></span><input type="checkbox" role="switch" .checked=${isOn} @change=${event => save(change(event.target.checked))}></label></li>`;
  return html`<ul class="card rows">${[
    row(t('One account per address'), t('Off: each provider’s user is an account of its own, even with the same address.'), !data.signIn?.allowDuplicateEmails, on => ({ path: 'emulator', body: { signIn: { allowDuplicateEmails: !on } } })),
    row(t('Hide which addresses have accounts'), t('Sign-in and resets answer alike for known and unknown addresses.'), Boolean(data.emailPrivacyConfig?.enableImprovedEmailPrivacy), on => ({ path: 'emulator', body: { emailPrivacyConfig: { enableImprovedEmailPrivacy: on } } })),
  ]}</ul>`;
}

const tenantForm = () => form(t('New tenant'), [field(t('Name'), 'displayName', { hint: t('4 to 20 letters, digits and hyphens, beginning with a letter.') })], t('Add tenant'), async ({ displayName }) => {
  await api('POST', tenants(''), { displayName, allowPasswordSignup: true, enableEmailLinkSignin: true, enableAnonymousUser: true });
  say(t('The tenant was added'));
});

export default function settings() {
  const trouble = signal(null);
  const found = reading(async () => {
    const [all, list] = await Promise.all([api('GET', config()), api('GET', tenants('?pageSize=100'))]);
    const own = isEmulator() ? await api('GET', emulator('config')) : {};
    return { config: { ...all, ...own, signIn: { ...all.signIn, ...own.signIn } }, all, tenants: list.tenants ?? [] };
  });
  effect(() => { project.value; changes.settings.value; found.load(); });
  const act = async run => { trouble.value = null; try { await run(); say(t('Saved')); } catch (error) { trouble.value = error; } await found.load(); };
  const save = ({ body }) => act(() => api('PATCH', emulator('config'), body));
  const id = tenant => tenant.name.split('/').at(-1);
  const remove = async tenant => { if (await confirm(t('Delete the tenant {name}?', { name: tenant.displayName ?? id(tenant) }), t('Its users are deleted with it. This cannot be taken back.'), t('Delete'))) await act(() => api('DELETE', tenants(`/${encodeURIComponent(id(tenant))}`))); };
  const clear = async () => { if (await confirm(t('Clear all accounts?'), t('Every account of {project} is deleted, with sessions and codes.', { project: project.peek() }), t('Clear'))) await act(() => api('DELETE', emulator('accounts'))); };
  return html`<div class="page scroll"><div class="head"><h1>${t('Settings')}</h1></div>${() => (trouble.value ? failure(trouble.value) : '')}${shown(found, data => html`<div class="contents">
${isEmulator() ? html`<section class="sec block"><h2>${t('Sign-in')}</h2>${toggles(data.config, save)}</section>` : ''}
<section class="sec block"><div class="line"><h2 class="grow">${t('Tenants')}</h2>${may('changeSettings') ? html`<button class="btn tight" type="button" @click=${async () => { if (await tenantForm()) await found.load(); }}>${icon('plus', 's')}${t('Add tenant')}</button>` : ''}</div>${data.tenants.length ? html`<ul class="card rows">${data.tenants.map(tenant => html`<li>${icon('folder')}<span class="grow"><b><bdi>${tenant.displayName ?? id(tenant)}</bdi></b><span class="soft"><code>${id(tenant)}</code></span></span>${copyButton(id(tenant), t('Copy the identifier'))}${tenant.disableAuth ? tag(t('Off'), 'bad') : ''}${may('changeSettings') ? html`<button class="btn bare tight" type="button" @click=${() => remove(tenant)}>${t('Delete')}</button>` : ''}</li>`)}</ul>` : html`<p class="soft">${t('No tenants: all users are the project’s own.')}</p>`}</section>
<section class="sec block"><h2>${t('Mails')}</h2>${untracked(() => mailPreview({ kind: 'PASSWORD_RESET', choosesKind: true }))}</section>
<section class="sec block"><h2>${t('The whole configuration')}</h2><div class="card">${json(data.all)}</div></section>
${isEmulator() ? html`<section class="sec block"><h2>${t('This server')}</h2><p>${t('An emulator of profile {profile}. Anyone on this machine owns every account; it keeps no secret and serves no real user.', { profile: server.peek().profile ?? '' })}</p><div class="acts"><button class="btn bad" type="button" @click=${clear}>${t('Clear all accounts')}</button></div></section>` : ''}</div>`)}</div>`;
}
