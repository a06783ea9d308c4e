// Identity providers: those of the server's own configuration, and those that administrators configure.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { go, href } from '../lib/route.js';
import { effect, signal, untracked } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { confirm, copyButton, cut, empty, failure, field, form, icon, reading, say, shown, tag } from '../parts/basics.js';
import { at, settingsForm, verdict } from '../parts/settings.js';
import { tryButton } from '../parts/trial.js';
import { changes, may, project } from '../parts/world.js';

/** Where providers are configured, the project or one of its tenants: the addresses of its API and of its pages. */
export const scopeOf = (tenant = '') => ({
  tenant,
  base: `identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.peek())}${tenant ? `/tenants/${encodeURIComponent(tenant)}` : ''}`,
  page: (...rest) => (tenant ? href('settings', 'tenants', tenant, 'providers', ...rest) : href('settings', 'providers', ...rest)),
});
const names = { 'google.com': 'Google', 'apple.com': 'Apple', 'facebook.com': 'Facebook', 'github.com': 'GitHub', 'twitter.com': 'X (Twitter)', 'yahoo.com': 'Yahoo', 'microsoft.com': 'Microsoft', 'gc.apple.com': 'Game Center', 'linkedin.com': 'LinkedIn', 'playgames.google.com': 'Play Games' };
const collectionOf = id => (id.startsWith('oidc.') ? 'oauthIdpConfigs' : id.startsWith('saml.') ? 'inboundSamlConfigs' : 'defaultSupportedIdpConfigs');
const path = (scope, id) => `${scope.base}/${collectionOf(id)}/${encodeURIComponent(id)}`;
const idOf = config => config.name.split('/').at(-1);
const title = (id, config) => config.displayName || names[id] || id;

/** What a scope has configured: `{id, title, isOn, clientId, hasSecret, isFixed}`, those of the server's configuration first. */
export async function readProviders(scope, fixed) {
  const collections = ['defaultSupportedIdpConfigs', 'oauthIdpConfigs', 'inboundSamlConfigs'];
  const lists = await Promise.all(collections.map(name => api('GET', `${scope.base}/${name}?pageSize=100`)));
  const own = lists.flatMap((list, k) => (list[collections[k]] ?? []).map(config => ({ id: idOf(config), title: title(idOf(config), config), isOn: config.enabled === true, clientId: config.clientId ?? config.idpConfig?.idpEntityId, hasSecret: Boolean(config.clientSecret || config.appleSignInConfig?.codeFlowConfig?.privateKey) })));
  const ids = new Set(own.map(provider => provider.id));
  // A configuration of the project comes before the server's of the same name.
  return [...fixed.filter(({ id }) => !ids.has(id)).map(({ id, clientIDs, hasSecret }) => ({ id, title: names[id] ?? id, isOn: true, clientId: clientIDs.join(', '), hasSecret, isFixed: true })), ...own];
}

const clientField = { id: 'clientId', kind: 'text', label: t('Client ID'), names: ['clientId', 'CLIENT_ID'], fallback: '', hint: t('As the provider’s console shows it.') };
const secretField = { id: 'clientSecret', kind: 'secret', label: t('Client secret'), names: ['clientSecret'], isSet: config => Boolean(config?.clientSecret), hint: t('Never shown again; typing replaces it.') };
const on = { id: 'enabled', kind: 'switch', label: t('Users sign in with it'), fallback: false, names: [] };
const textField = (id, label, more = {}) => ({ id, kind: 'text', label, fallback: '', ...more });

function appleFields() {
  const flow = 'appleSignInConfig.codeFlowConfig';
  return { title: t('Apple'), fields: [
    { id: 'appleSignInConfig.bundleIds', kind: 'list', label: t('Bundle IDs'), rows: 3, fallback: [], hint: t('One on a line; tokens of these apps count.') },
    textField(`${flow}.teamId`, t('Team ID')),
    textField(`${flow}.keyId`, t('Key ID')),
    { id: `${flow}.privateKey`, kind: 'secret', label: t('Private key'), names: ['privateKey', 'codeFlowConfig'], isSet: config => Boolean(config?.appleSignInConfig?.codeFlowConfig?.privateKey), hint: t('The content of the .p8 file. Never shown again; typing replaces it.') },
  ] };
}

const responses = { id: 'responseType', kind: 'choice', label: t('The provider answers with'), options: [['idToken', t('an ID token')], ['code', t('a code, which needs the secret')]], names: ['responseType'], read: config => (config.responseType?.code ? 'code' : 'idToken'), write: (body, values) => { body.responseType = values.responseType === 'code' ? { code: true } : { idToken: true }; } };

const certificates = { id: 'idpConfig.idpCertificates', kind: 'certificates', label: t('Certificates'), names: ['idpCertificates'], hint: t('Its answers are signed with one of them. Add the next one before the provider changes over, and remove the old one after.'),
  read: config => (at(config, 'idpConfig.idpCertificates') ?? []).map(({ x509Certificate }) => ({ pem: (x509Certificate ?? '').trim() })),
  write: (body, values) => { (body.idpConfig ??= {}).idpCertificates = values['idpConfig.idpCertificates'].map(({ pem }) => ({ x509Certificate: pem })); },
  check: value => (value.length === 0 ? t('One certificate at least.') : value.length > 10 ? t('Ten at most.') : '') };

function groupsOf(id) {
  if (id.startsWith('saml.')) {
    return [{ title: t('SAML provider'), fields: [on, textField('displayName', t('Name')), textField('idpConfig.idpEntityId', t('Entity ID'), { names: ['idpEntityId'] }), textField('idpConfig.ssoUrl', t('Sign-in page'), { names: ['ssoUrl'] }), certificates, textField('spConfig.spEntityId', t('Entity ID of this server'), { names: ['spEntityId'] }), textField('spConfig.callbackUri', t('Where its answer goes'), { names: ['callbackUri'] })] }];
  }
  if (id.startsWith('oidc.')) return [{ title: t('OpenID provider'), fields: [on, textField('displayName', t('Name')), textField('issuer', t('Issuer'), { names: ['issuer', 'ISSUER'], hint: t('An https address, as its tokens name it.') }), clientField, secretField, responses] }];
  return [{ title: names[id] ?? id, fields: [on, clientField, secretField] }, ...(/apple\.com$/.test(id) ? [appleFields()] : [])];
}

/** One provider's form. */
function one(scope, id, reload) {
  const remove = async () => {
    if (!await confirm(t('Delete the provider {id}?', { id }), t('No one signs in with it any more. Its users stay.'), t('Delete'))) return;
    await api('DELETE', path(scope, id));
    say(t('The provider was deleted'));
    await reload();
    go(scope.page(), { replace: true });
  };
  const trouble = signal(null);
  const press = async () => { trouble.value = null; try { await remove(); } catch (error) { trouble.value = error; } };
  return html`<div class="contents"><div class="line crumbs">${scope.tenant ? tenantCrumbs(scope.tenant) : ''}<a href=${scope.page()}>${t('Providers')}</a><span aria-hidden="true">/</span><b class="cut"><bdi>${id}</bdi></b><span class="grow"></span>${may('changeSettings') ? html`<button class="btn tight bad" type="button" @click=${press}>${t('Delete')}</button>` : ''}</div>${() => (trouble.value ? failure(trouble.value) : '')}${settingsForm({
    path: () => path(scope, id),
    groups: () => groupsOf(id),
    title: t('What this means'),
    effects: (values, config) => html`<div class="contents"><ul class="rows plainrows">${verdict(values.enabled, t('Users sign in with {provider}', { provider: title(id, config) }))}</ul><p class="soft small">${t('The provider leads users back to this address; write it down there:')}</p><p class="line"><code class="grow brk">${callback()}</code>${copyButton(callback(), t('Copy the address'))}</p>${tryButton({ id, tenant: scope.tenant, callback: callback(), isOn: config.enabled === true, clientId: config.clientId ?? config.idpConfig?.idpEntityId })}</div>`,
  })}</div>`;
}

/** The way from a page of a tenant's back to the tenant. */
const tenantCrumbs = tenant => html`<div class="contents"><a href=${href('settings', 'tenants')}>${t('Tenants')}</a><span aria-hidden="true">/</span><a class="cut" href=${href('settings', 'tenants', tenant)}><bdi>${tenant}</bdi></a><span aria-hidden="true">/</span></div>`;

let origin = null;
/** Sets where users reach the server, which the start decides. */
export const reachedAt = url => { origin = url; };
const callback = () => `${origin ?? location.origin}/__/auth/handler`;

function add(scope) {
  const options = [...Object.entries(names), ['oidc.', t('OpenID provider')], ['saml.', t('SAML provider')]];
  const kind = html`<div class="field"><label for="add-kind">${t('Provider')}</label><select id="add-kind" name="kind">${options.map(([id, words]) => html`<option value=${id}>${words}</option>`)}</select></div>`;
  const fields = [kind, field(t('Name in addresses'), 'suffix', { hint: t('For OpenID and SAML: what stands after oidc. or saml.') }), field(t('Client ID'), 'clientId', { hint: t('For SAML: the entity ID.') }), field(t('Issuer, or sign-in page'), 'issuer', { hint: t('For OpenID and SAML: an https address.') }), field(t('Certificate'), 'certificate', { rows: 3, hint: t('For SAML, in PEM.') })];
  return form(t('Add a provider'), fields, t('Add'), async ({ kind: chosen, suffix, clientId, issuer, certificate }) => {
    const id = chosen.endsWith('.') ? chosen + suffix.trim().toLowerCase() : chosen;
    const collection = collectionOf(id);
    const body = {
      defaultSupportedIdpConfigs: () => ({ idpId: id, clientId: clientId.trim(), enabled: false }),
      oauthIdpConfigs: () => ({ oauthIdpConfigId: id, clientId: clientId.trim(), issuer: issuer.trim(), enabled: false }),
      inboundSamlConfigs: () => ({ inboundSamlConfigId: id, enabled: false, idpConfig: { idpEntityId: clientId.trim(), ssoUrl: issuer.trim(), idpCertificates: [{ x509Certificate: certificate }] }, spConfig: { spEntityId: project.peek(), callbackUri: callback() } }),
    }[collection]();
    await api('POST', `${scope.base}/${collection}`, body);
    return id;
  });
}

const row = scope => provider => {
  const words = html`<span class="grow"><b><bdi>${provider.title}</bdi></b><span class="soft brk"><code>${provider.id}</code>${provider.clientId ? [' · ', cut(provider.clientId, 60)] : ''}</span>${provider.isFixed ? html`<span class="soft small fixed">${icon('lock', 's')}${t('Of the server’s own configuration; it holds for every project and is changed where hearth is started.')}</span>` : ''}</span>`;
  const state = [provider.hasSecret ? tag(t('secret set')) : '', provider.isOn ? tag(t('On'), 'ok') : tag(t('Off'))];
  return provider.isFixed ? html`<li>${icon('pass')}${words}${state}${tryButton({ ...provider, tenant: scope.tenant, callback: callback() })}</li>` : html`<li class="choice"><a class="plainlink grow line" href=${scope.page(provider.id)}>${icon('pass')}${words}${state}${icon('right', 's')}</a></li>`;
};

/** The list, or the form of one. `found` reads the providers of the scope. */
export function providers(scope, found, id) {
  if (id) return one(scope, id, found.load);
  const press = async () => { const made = await add(scope); if (made) { await found.load(); go(scope.page(made)); } };
  const nothing = scope.tenant ? t('Users of this tenant sign in with a provider once it has one of its own.') : t('Users sign in with an address, a number or as guests. A provider needs a client ID from its own console.');
  return html`<div class="contents">${scope.tenant ? html`<div class="line crumbs">${tenantCrumbs(scope.tenant)}<b>${t('Providers')}</b></div>` : ''}<div class="line"><p class="soft grow">${t('Who signs in with an account of another service.')}</p>${may('changeSettings') ? html`<button class="btn tight" type="button" @click=${press}>${icon('plus', 's')}${t('Add a provider')}</button>` : ''}</div>${shown(found, ({ providers: all }) => (all.length ? html`<ul class="card rows">${all.map(row(scope))}</ul>` : html`<div class="card">${empty(t('No providers'), nothing)}</div>`))}</div>`;
}

/** The same for a tenant, whose providers are read here. */
export function tenantProviders(tenant, fixed, id) {
  const scope = scopeOf(tenant);
  const found = reading(async () => ({ providers: await readProviders(scope, fixed) }));
  effect(() => { changes.settings.value; untracked(found.load); });
  return providers(scope, found, id);
}
