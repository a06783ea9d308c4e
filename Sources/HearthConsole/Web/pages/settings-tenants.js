// Tenants: users of their own with rules of their own.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { go, href } from '../lib/route.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, copyButton, empty, failure, field, form, icon, say, shown, tag } from '../parts/basics.js';
import { settingsForm, verdict } from '../parts/settings.js';
import { may, project } from '../parts/world.js';
import { tenantProviders } from './settings-providers.js';

export const tenantsPath = rest => `identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.peek())}/tenants${rest}`;
const path = id => tenantsPath(`/${encodeURIComponent(id)}`);
export const idOf = tenant => tenant.name.split('/').at(-1);
const nameRule = /^[A-Za-z][A-Za-z0-9-]{3,19}$/;
const nameHint = t('4 to 20 letters, digits and hyphens, beginning with a letter.');

const plain = (id, label, hint) => ({ id, kind: 'switch', label, hint, fallback: false });
const isOn = tenant => tenant.mfaConfig?.state === 'ENABLED' || tenant.mfaConfig?.state === 'MANDATORY';
const [withPhone, withApp] = ['mfaConfig.enabledProviders', 'mfaConfig.providerConfigs'];

function writeFactors(body, values, tenant) {
  const apps = tenant.mfaConfig?.providerConfigs?.filter(item => item.totpProviderConfig).map(item => ({ ...item, state: 'ENABLED' }));
  const any = values[withPhone] || values[withApp];
  body.mfaConfig = { state: any ? (tenant.mfaConfig?.state === 'MANDATORY' ? 'MANDATORY' : 'ENABLED') : 'DISABLED', enabledProviders: values[withPhone] ? ['PHONE_SMS'] : [], providerConfigs: values[withApp] ? (apps?.length ? apps : [{ state: 'ENABLED', totpProviderConfig: {} }]) : [] };
}

function groups() {
  const factor = (id, label, read) => ({ id, kind: 'switch', label, mask: 'mfaConfig', write: writeFactors, read });
  return [
    { title: t('Tenant'), fields: [
      { id: 'displayName', kind: 'text', label: t('Name'), fallback: '', hint: nameHint, names: ['displayName', 'DISPLAY_NAME'], check: value => (nameRule.test(value) ? '' : nameHint) },
      plain('disableAuth', t('Closed'), t('On: every operation on its users is refused.')),
    ] },
    { title: t('Methods'), fields: [
      plain('allowPasswordSignup', t('Password'), t('Users sign up and in with a password.')),
      plain('enableEmailLinkSignin', t('Mailed link'), t('A link in a mail signs in, without a password.')),
      plain('enableAnonymousUser', t('Guests'), t('An account without any proof, which can be kept by adding one.')),
    ] },
    { title: t('Second factors'), fields: [
      factor(withApp, t('Authenticator app'), tenant => isOn(tenant) && Boolean(tenant.mfaConfig.providerConfigs?.some(item => item.totpProviderConfig && item.state === 'ENABLED'))),
      factor(withPhone, t('Text message'), tenant => isOn(tenant) && Boolean(tenant.mfaConfig.enabledProviders?.includes('PHONE_SMS'))),
    ] },
  ];
}

function one(id, reload) {
  const trouble = signal(null);
  const remove = async () => {
    trouble.value = null;
    if (!await confirm(t('Delete the tenant {name}?', { name: id }), t('Its users are deleted with it. This cannot be taken back.'), t('Delete'))) return;
    try {
      await api('DELETE', path(id));
      say(t('The tenant was deleted'));
      await reload();
      go(href('settings', 'tenants'), { replace: true });
    } catch (error) { trouble.value = error; }
  };
  return html`<div class="contents"><div class="line crumbs"><a href=${href('settings', 'tenants')}>${t('Tenants')}</a><span aria-hidden="true">/</span><b class="cut"><bdi>${id}</bdi></b>${copyButton(id, t('Copy the identifier'))}<span class="grow"></span><a class="btn tight" href=${href('settings', 'tenants', id, 'providers')}>${icon('pass', 's')}${t('Its providers')}</a><a class="btn tight" href=${`${href('users')}?tenant=${encodeURIComponent(id)}`}>${icon('users', 's')}${t('Its users')}</a>${may('changeSettings') ? html`<button class="btn tight bad" type="button" @click=${remove}>${t('Delete')}</button>` : ''}</div>${() => (trouble.value ? failure(trouble.value) : '')}${settingsForm({
    path: () => path(id),
    groups,
    title: t('Who can sign in'),
    effects: values => html`<div class="contents"><ul class="rows plainrows">${values.disableAuth ? verdict(false, t('No one: the tenant is closed')) : [verdict(values.allowPasswordSignup, t('With a password')), verdict(values.enableEmailLinkSignin, t('By a mailed link')), verdict(values.enableAnonymousUser, t('As a guest')), verdict(values[withApp] || values[withPhone], t('Enrolled second factors are asked for'))]}</ul></div>`,
  })}</div>`;
}

const add = () => form(t('New tenant'), [field(t('Name'), 'displayName', { hint: nameHint })], t('Add tenant'), async ({ displayName }) => {
  if (!nameRule.test(displayName.trim())) throw new Error(nameHint);
  const made = await api('POST', tenantsPath(''), { displayName: displayName.trim(), allowPasswordSignup: true, enableEmailLinkSignin: true, enableAnonymousUser: true });
  say(t('The tenant was added'));
  return idOf(made);
});

const row = tenant => html`<li class="choice"><a class="plainlink grow line" href=${href('settings', 'tenants', idOf(tenant))}>${icon('folder')}<span class="grow"><b><bdi>${tenant.displayName ?? idOf(tenant)}</bdi></b><span class="soft brk"><code>${idOf(tenant)}</code></span></span>${tenant.disableAuth ? tag(t('Closed'), 'bad') : tag(t('Open'), 'ok')}${icon('right', 's')}</a></li>`;

/** The list, the form of one, or its providers and the form of one of those. */
export function tenants(found, [id, part, provider]) {
  if (id && part === 'providers') return tenantProviders(id, found.peek().data.fixed.providers, provider);
  if (id) return one(id, found.load);
  const press = async () => { const made = await add(); if (made) { await found.load(); go(href('settings', 'tenants', made)); } };
  return html`<div class="contents"><div class="line"><p class="soft grow">${t('Users of their own with rules of their own, for example one for each customer.')}</p>${may('changeSettings') ? html`<button class="btn tight" type="button" @click=${press}>${icon('plus', 's')}${t('Add tenant')}</button>` : ''}</div>${shown(found, ({ tenants: all }) => (all.length ? html`<ul class="card rows">${all.map(row)}</ul>` : html`<div class="card">${empty(t('No tenants'), t('All users are the project’s own.'))}</div>`))}</div>`;
}
