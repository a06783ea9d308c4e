// What narrows the list of users: it stands in the address, as chips above the list, and in every search.
import { html } from '../lib/html.js';
import { setQuery } from '../lib/route.js';
import { effect } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { field, form, icon } from './basics.js';

const providers = [['google.com', 'Google'], ['apple.com', 'Apple'], ['github.com', 'GitHub'], ['facebook.com', 'Facebook'], ['microsoft.com', 'Microsoft'], ['twitter.com', 'X']];

/** The sign-in methods to choose from: `[name, words]`. */
const methods = () => [['password', t('Password')], ['emailLink', t('Mailed link')], ['phone', t('Phone')], ['passkey', t('Passkey')], ['custom', t('Custom token')], ...providers];

/** The states to choose from, and the one that each rules out. */
const states = () => [['factor', t('Second factor'), 'noFactor'], ['noFactor', t('No second factor'), 'factor'], ['unverified', t('Unverified')], ['disabled', t('Disabled')], ['guest', t('Guests')]];

const names = ['with', 'state', 'created', 'signedIn', 'claim'];

/** What an address narrows to: texts as they stand in it. */
export const filterOf = query => Object.fromEntries(names.map(name => [name, query.get(name) ?? '']));

export const isNarrow = filter => names.some(name => filter[name] !== '');

const list = text => text.split(',').filter(Boolean);

/** The beginning of a day here, so many days later; what is no day stays as it is, and the server refuses it. */
function dayStart(text, later = 0) {
  if (text === '') return null;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const moment = new Date(Number(year), Number(month) - 1, Number(day) + later).getTime();
  return Number.isNaN(moment) ? text : moment;
}

/** Two days with dots between, the second one included, as moments. */
function span(text) {
  const [first, last] = text.split('..');
  return [dayStart(first), dayStart(last ?? first, 1)];
}

/** A filter as searches send it. */
export const narrowing = filter => ({
  ...(filter.with ? { with: list(filter.with) } : {}),
  ...(filter.state ? { state: list(filter.state) } : {}),
  ...(filter.created ? { created: span(filter.created) } : {}),
  ...(filter.signedIn ? { signedIn: span(filter.signedIn) } : {}),
  ...(filter.claim ? { claim: filter.claim } : {}),
});

/** Takes every filter away. */
export const clearFilter = () => setQuery(Object.fromEntries(names.map(name => [name, ''])));

const without = (text, name) => list(text).filter(other => other !== name).join(',');
const withAlso = (text, name) => [...list(without(text, name)), name].join(',');

function toggle(filter, name, other) {
  const text = without(filter.state, other);
  setQuery({ state: list(text).includes(name) ? without(text, name) : withAlso(text, name) });
}

/** The last of two days at most: a filter from one day on, up to one day, or between two. */
function daysInWords(text) {
  const [first, last] = text.split('..');
  const day = value => {
    const moment = dayStart(value);
    return typeof moment === 'number' ? new Date(moment).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' }) : value;
  };
  if (last === undefined || first === last) return day(first);
  if (last === '') return t('from {day}', { day: day(first) });
  return first === '' ? t('until {day}', { day: day(last) }) : `${day(first)} – ${day(last)}`;
}

/** The filters that have no switch of their own: `[words, address without it]`. */
function chosen(filter) {
  const words = new Map(methods());
  return [
    ...list(filter.with).map(name => [words.get(name) ?? name, { with: without(filter.with, name) }]),
    ...list(filter.state).filter(name => !states().some(([known]) => known === name)).map(name => [name, { state: without(filter.state, name) }]),
    ...(filter.created ? [[t('Created: {days}', { days: daysInWords(filter.created) }), { created: '' }]] : []),
    ...(filter.signedIn ? [[t('Last sign-in: {days}', { days: daysInWords(filter.signedIn) }), { signedIn: '' }]] : []),
    ...(filter.claim ? [[t('Claim: {name}', { name: filter.claim }), { claim: '' }]] : []),
  ];
}

const between = (first, last) => (first || last ? (first === last ? first : `${first}..${last}`) : '');

/** The sheet with what is no switch. */
function more(filter) {
  const days = name => { const [first, last] = filter[name].split('..'); return [first, last ?? first]; };
  const [created, signedIn] = [days('created'), days('signedIn')];
  const day = (label, name, value) => field(label, name, { type: 'date', value });
  return form(t('Filter users'), [
    html`<div class="pair">${day(t('Created from'), 'createdFrom', created[0])}${day(t('until'), 'createdTo', created[1])}</div>`,
    html`<div class="pair">${day(t('Last sign-in from'), 'signedInFrom', signedIn[0])}${day(t('until'), 'signedInTo', signedIn[1])}</div>`,
    field(t('Claim'), 'claim', { value: filter.claim, hint: t('The name of a custom claim, for example role.') }),
    field(t('Another provider'), 'provider', { placeholder: 'oidc.staff', hint: t('The identifier of a provider, for example oidc.staff or saml.school.') }),
  ], t('Filter'), values => {
    const provider = values.provider.trim();
    if (provider && !provider.includes('.')) throw new Error(t('A provider’s identifier has a dot: {name}', { name: provider }));
    setQuery({
      created: between(values.createdFrom, values.createdTo),
      signedIn: between(values.signedInFrom, values.signedInTo),
      claim: values.claim.trim(),
      ...(provider ? { with: withAlso(filter.with, provider) } : {}),
    });
  });
}

const orders = () => [
  ['', t('Newest first')], ['created:up', t('Oldest first')], ['signedIn', t('Last sign-in, latest first')], ['signedIn:up', t('Last sign-in, earliest first')],
  ['email:up', t('Address, A to Z')], ['email', t('Address, Z to A')], ['name:up', t('Name, A to Z')], ['name', t('Name, Z to A')], ['uid:up', t('UID, A to Z')], ['uid', t('UID, Z to A')],
];

/** The choice of an order, for every column and those that are not shown. */
function sorting(sort) {
  const now = () => { const { order, descending } = sort.value; return order === 'created' && descending ? '' : `${order}${descending ? '' : ':up'}`; };
  const choose = event => { const [order, up] = event.target.value.split(':'); setQuery({ order: order === 'created' && !up ? '' : order, up: up ? '1' : '' }); };
  const choice = html`<select class="chip" aria-label=${t('Order')} @change=${choose}>${orders().map(([name, words]) => html`<option value=${name}>${words}</option>`)}</select>`;
  effect(() => { choice.value = now(); });
  return choice;
}

/** The switches, what is chosen beside them, and how to take it away. */
export function filterBar(filter, sort) {
  const add = event => { const name = event.target.value; event.target.value = ''; if (name) setQuery({ with: withAlso(filter.peek().with, name) }); };
  const method = html`<select class="chip" aria-label=${t('Signs in with')} @change=${add}><option value="">${t('Signs in with')}</option>${methods().map(([name, words]) => html`<option value=${name}>${words}</option>`)}</select>`;
  const switches = states().map(([name, words, other]) => html`<button class="chip" type="button" aria-pressed=${() => String(list(filter.value.state).includes(name))} @click=${() => toggle(filter.peek(), name, other)}>${words}</button>`);
  const gone = () => chosen(filter.value).map(([words, change]) => html`<button class="chip on" type="button" title=${t('Remove this filter')} @click=${() => setQuery(change)}><bdi class="cut">${words}</bdi><span class="hide">${t('Remove this filter')}</span>${icon('x', 's')}</button>`);
  return html`<div class="contents">${method}${switches}<button class="chip" type="button" @click=${() => more(filter.peek())}>${t('More filters')}</button>${gone}${() => (isNarrow(filter.value) ? html`<button class="btn bare tight" type="button" @click=${clearFilter}>${t('Clear filters')}</button>` : '')}${sorting(sort)}</div>`;
}
