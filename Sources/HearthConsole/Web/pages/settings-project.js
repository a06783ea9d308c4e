// Settings that stand in the project's one configuration: who signs in, passwords, second factors, domains, mails.
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { hidden, icon, tag } from '../parts/basics.js';
import { mailPreview } from '../parts/mail.js';
import { at, settingsForm, verdict } from '../parts/settings.js';
import { isEmulator, project } from '../parts/world.js';

export const configPath = () => `identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.peek())}/config`;
const byStart = what => t('Decided when hearth was started ({what}).', { what });

/** A switch that says the opposite of what is stored. */
const inverted = (id, label, hint, more = {}) => ({ id, kind: 'switch', label, hint, read: config => at(config, id) !== true, write: (body, values) => write(body, id, !values[id]), ...more });
const plain = (id, label, hint, fallback = true) => ({ id, kind: 'switch', label, hint, fallback });

function write(body, path, value) {
  const names = path.split('.');
  const last = names.pop();
  names.reduce((part, name) => part[name] ??= {}, body)[last] = value;
}

const list = items => html`<ul class="rows plainrows">${items}</ul>`;

const numbers = 'signIn.phoneNumber.testPhoneNumbers';
/** Numbers that get no message. Their codes are never shown; one that is left empty stays as it is stored. */
const testNumbers = fixed => ({ id: numbers, kind: 'numbers', label: t('Numbers with a code of their own'), names: ['testPhoneNumbers', 'INVALID_TESTING_PHONE_NUMBER'],
  hint: [t('They get no message: anyone who knows a number and its code signs in. Ten at most. Codes are never shown again.'), ...(fixed.length ? [t('By the start of hearth also: {numbers}.', { numbers: fixed.join(', ') })] : [])].join(' '),
  read: config => Object.keys(at(config, numbers) ?? {}).sort().map(number => ({ number, code: '', was: number })),
  write: (body, values) => write(body, numbers, Object.fromEntries(values[numbers].map(({ number, code }) => [number, code || hidden]))),
  check: value => (value.length > 10 ? t('Ten at most.') : '') });

/** Who may sign in. */
export const signIn = server => settingsForm({
  path: configPath,
  groups: () => [
    { title: t('Methods'), fields: [
      plain('signIn.email.enabled', t('E-mail address'), t('With a password, and by mailed link where that is on.')),
      inverted('signIn.email.passwordRequired', t('Mailed link'), t('A link in a mail signs in, without a password.'), { fixed: server.fixed.emailLinks ? '' : byStart('emailLinks') }),
      plain('signIn.phoneNumber.enabled', t('Phone number'), t('A code in a text message signs in.')),
      plain('signIn.anonymous.enabled', t('Guests'), t('An account without any proof, which can be kept by adding one.')),
    ] },
    { title: t('Accounts'), fields: [
      inverted('client.permissions.disabledUserSignup', t('Users make accounts themselves'), t('Off: administrators make them.')),
      inverted('client.permissions.disabledUserDeletion', t('Users delete their own account'), t('Off: administrators delete it.')),
      inverted('signIn.allowDuplicateEmails', t('One account per address'), t('Off: each provider’s user is an account of its own, even with the same address.')),
      plain('emailPrivacyConfig.enableImprovedEmailPrivacy', t('Hide which addresses have accounts'), t('Sign-in and resets answer alike for known and unknown addresses.'), false),
    ] },
    { title: t('Numbers for tests'), fields: [testNumbers(server.fixed.testPhoneNumbers)] },
  ],
  title: t('Who can sign in'),
  effects: values => list([
    verdict(values['signIn.email.enabled'], t('With a password')),
    verdict(values['signIn.email.enabled'] && values['signIn.email.passwordRequired'] && server.fixed.emailLinks, t('By a mailed link')),
    verdict(values['signIn.phoneNumber.enabled'], t('With a phone number')),
    verdict(values['signIn.anonymous.enabled'], t('As a guest')),
    ...(values[numbers].length ? [verdict(values['signIn.phoneNumber.enabled'], t('With a number for tests'), isEmulator() ? '' : t('Anyone who knows one signs in with it.'))] : []),
    ...server.providers.map(({ id, isOn }) => verdict(isOn, html`<bdi class="brk">${id}</bdi>`)),
    verdict(values['client.permissions.disabledUserSignup'], t('A stranger makes an account')),
    verdict(!values['emailPrivacyConfig.enableImprovedEmailPrivacy'], t('A stranger learns which addresses have accounts'), values['emailPrivacyConfig.enableImprovedEmailPrivacy'] ? '' : t('A sign-in says whether the address or the password was wrong.')),
  ]),
});

const rules = 'passwordPolicyConfig.passwordPolicyVersions';
const rulePath = name => `${rules}.0.customStrengthOptions.${name}`;
const ruleNames = ['minPasswordLength', 'maxPasswordLength', 'containsLowercaseCharacter', 'containsUppercaseCharacter', 'containsNumericCharacter', 'containsNonAlphanumericCharacter'];

/** The rules stand in one list, which is written as a whole. */
function writeRules(body, values) {
  const options = Object.fromEntries(ruleNames.map(name => [name, values[rulePath(name)]]).filter(([, value]) => value !== null && value !== false));
  write(body, rules, [{ customStrengthOptions: options }]);
}
const rule = (name, label, more) => ({ id: rulePath(name), label, mask: rules, write: writeRules, names: [name], kind: 'switch', fallback: false, ...more });

/** What a password lacks, by the rules that stand in the form. */
function lacks(password, values) {
  const [least, most] = [values[rulePath('minPasswordLength')] ?? 6, values[rulePath('maxPasswordLength')]];
  const size = [...password].length;
  return [
    [size >= least, t('{count} characters at least', { count: least })],
    ...(most ? [[size <= most, t('{count} characters at most', { count: most })]] : []),
    ...[['containsLowercaseCharacter', /\p{Ll}/u, t('a small letter')], ['containsUppercaseCharacter', /\p{Lu}/u, t('a capital letter')], ['containsNumericCharacter', /\p{Nd}/u, t('a digit')], ['containsNonAlphanumericCharacter', /[^\p{L}\p{N}]/u, t('a sign that is no letter and no digit')]]
      .filter(([name]) => values[rulePath(name)]).map(([, pattern, words]) => [pattern.test(password), words]),
  ];
}

/** What passwords must be. */
export function passwords() {
  const tried = signal('');
  const field = html`<div class="field"><label for="try-password">${t('Try a password')}</label><input id="try-password" autocomplete="off" spellcheck="false" @input=${event => { tried.value = event.target.value; }}><p class="soft small">${t('It stays in this page.')}</p></div>`;
  return settingsForm({
    path: configPath,
    groups: () => [
      { title: t('Rules'), fields: [
        rule('minPasswordLength', t('Shortest'), { kind: 'number', min: 6, max: 30, fallback: 6, hint: t('6 to 30 characters.') }),
        rule('maxPasswordLength', t('Longest'), { kind: 'number', min: 6, max: 4096, fallback: null, hint: t('Empty for no limit of your own.'), check: (value, all) => (value !== null && value < (all[rulePath('minPasswordLength')] ?? 6) ? t('Not below the shortest.') : '') }),
        rule('containsLowercaseCharacter', t('A small letter')),
        rule('containsUppercaseCharacter', t('A capital letter')),
        rule('containsNumericCharacter', t('A digit')),
        rule('containsNonAlphanumericCharacter', t('A sign that is no letter and no digit')),
      ] },
      { title: t('Enforcement'), fields: [
        { id: 'passwordPolicyConfig.passwordPolicyEnforcementState', kind: 'choice', label: t('New passwords'), fallback: 'OFF', options: [['OFF', t('Checked by apps alone')], ['ENFORCE', t('Refused if they break a rule')]], read: config => (at(config, 'passwordPolicyConfig.passwordPolicyEnforcementState') === 'ENFORCE' ? 'ENFORCE' : 'OFF') },
        plain('passwordPolicyConfig.forceUpgradeOnSignin', t('Old passwords too'), t('A user whose password breaks a rule chooses another one at the next sign-in.'), false),
      ] },
    ],
    title: t('What a password needs'),
    effects: values => html`<div class="contents">${list(lacks(tried.value, values).map(([isMet, words]) => html`<li>${tried.value === '' ? icon('lock', 's') : isMet ? tag(t('Yes'), 'ok', 'check') : tag(t('No'), 'bad', 'x')}<span class="grow">${words}</span></li>`))}<p class="soft small">${values['passwordPolicyConfig.passwordPolicyEnforcementState'] === 'ENFORCE' ? t('A new password that breaks a rule is refused.') : t('The server refuses a password for none of these rules but the length of 6.')}${isEmulator() ? '' : ` ${t('Passwords that are easy to guess are refused in any case.')}`}</p>${field}</div>`,
  });
}

const [withPhone, withApp, steps] = ['mfa.enabledProviders', 'mfa.providerConfigs', 'mfa.providerConfigs.0.totpProviderConfig.adjacentIntervals'];
const isOn = config => config.mfa?.state === 'ENABLED' || config.mfa?.state === 'MANDATORY';
const appConfig = config => config.mfa?.providerConfigs?.find(item => item.totpProviderConfig);

function writeFactors(body, values, config) {
  const intervals = values[steps];
  const app = { state: 'ENABLED', totpProviderConfig: intervals === null ? {} : { adjacentIntervals: intervals } };
  const any = values[withPhone] || values[withApp];
  body.mfa = { state: any ? (config.mfa?.state === 'MANDATORY' ? 'MANDATORY' : 'ENABLED') : 'DISABLED', enabledProviders: values[withPhone] ? ['PHONE_SMS'] : [], providerConfigs: values[withApp] ? [app] : [] };
}

/** Which second factors there are. */
export const factors = server => settingsForm({
  path: configPath,
  groups: () => {
    const fixed = kind => (server.fixed.secondFactors.includes(kind) ? '' : byStart('secondFactors'));
    const one = (id, label, hint, more) => ({ id, label, hint, mask: 'mfa', write: writeFactors, kind: 'switch', ...more });
    return [{ title: t('Second factors'), fields: [
      one(withApp, t('Authenticator app'), t('Codes of six digits, made by the user’s device.'), { read: config => isOn(config) && appConfig(config)?.state === 'ENABLED', fixed: fixed('totp') }),
      one(steps, t('Steps before and after'), t('How many codes of 30 seconds before and after the present one count, 0 to 10; empty for the usual.'), { kind: 'number', min: 0, max: 10, names: ['adjacentIntervals'], read: config => appConfig(config)?.totpProviderConfig.adjacentIntervals ?? null, check: (value, all) => (value !== null && !all[withApp] ? t('Only with authenticator apps.') : ''), fixed: fixed('totp') }),
      one(withPhone, t('Text message'), t('A code to the user’s number. Weaker than an app: numbers are taken over.'), { read: config => isOn(config) && Boolean(config.mfa.enabledProviders?.includes('PHONE_SMS')), fixed: fixed('phone') }),
    ] }];
  },
  title: t('At a sign-in'),
  effects: values => html`<div class="contents">${list([
    verdict(values[withApp], t('An enrolled app is asked for'), values[withApp] ? t('A code counts for {seconds} seconds.', { seconds: 30 * (1 + 2 * (values[steps] ?? 1)) }) : ''),
    verdict(values[withPhone], t('An enrolled number gets a code')),
  ])}${values[withApp] && values[withPhone] ? '' : html`<p class="note warn">${icon('bolt')}<span class="grow">${t('Users whose only second factors are off sign in without one.')}</span></p>`}</div>`,
});

const isHost = text => /^(\[[0-9a-f:.]+\]|[a-z0-9-]+(\.[a-z0-9-]+)*)(:\d{1,5})?$/i.test(text);
const isLocal = host => /^(localhost|127\.|\[::1\])/.test(host);

/** The hosts that links lead back to. */
export const domains = () => settingsForm({
  path: configPath,
  groups: () => [{ title: t('Authorised domains'), fields: [{
    id: 'authorizedDomains', kind: 'list', label: t('Hosts'), rows: 6, fallback: [], hint: t('One on a line, without scheme and path: app.example.com'),
    check: hosts => { const bad = hosts.find(host => !isHost(host)); return bad === undefined ? '' : t('{host} is no host: leave out the scheme and the path.', { host: bad.slice(0, 80) }); },
  }] }],
  title: t('Where links may lead back to'),
  effects: values => (values.authorizedDomains.length === 0
    ? html`<p>${t('Nowhere: sign-in with a provider’s page and mailed links are refused.')}</p>`
    : list(values.authorizedDomains.slice(0, 50).map(host => html`<li>${icon('globe', 's')}<bdi class="grow brk">${host}</bdi>${isLocal(host) && !isEmulator() ? tag(t('this machine'), 'warn') : ''}</li>`))),
});

const isPage = text => text === '' || /^https?:\/\/[^\s/]+/.test(text);

/** What mails and pages say. */
export function mails(server) {
  const preview = mailPreview({ kind: 'PASSWORD_RESET', choosesKind: true });
  return settingsForm({
    path: configPath,
    groups: () => [{ title: t('Mails and pages'), fields: [
      { id: 'publicName', kind: 'text', label: t('Name of the app'), fallback: '', placeholder: server.fixed.publicName ?? project.peek(), hint: t('Stands in mails and on the pages behind their links.'), check: value => ([...value].length > 64 ? t('64 characters at most.') : ''), write: (body, values) => { body.publicName = values.publicName === '' ? undefined : values.publicName; } },
      { id: 'notification.defaultLocale', kind: 'text', label: t('Language'), fallback: '', placeholder: 'en', hint: t('Of mails and links where the app names none, for example de.'), check: value => (value === '' || /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/.test(value) ? '' : t('A tag such as de or pt-BR.')), write: (body, values) => write(body, 'notification.defaultLocale', values['notification.defaultLocale'] || undefined) },
      { id: 'notification.sendEmail.callbackUri', kind: 'text', label: t('Page behind the links'), fallback: '', placeholder: 'https://app.example.com/action', hint: t('Your own page in place of Hearth’s; empty for Hearth’s.'), names: ['callbackUri'], check: value => (isPage(value) ? '' : t('An address that begins with https://')), write: (body, values) => write(body, 'notification.sendEmail.callbackUri', values['notification.sendEmail.callbackUri'] || undefined) },
    ] }],
    title: t('What a mail says'),
    effects: () => preview,
  });
}
