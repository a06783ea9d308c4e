// Faults: what the network and the server do to an app on a bad day.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { empty, field, form, icon, reading, say, shown, tag } from '../parts/basics.js';
import { offerUndo } from '../parts/undo.js';
import { changes, emulator, project } from '../parts/world.js';

const kinds = [['OFFLINE', 'Not reachable: nothing arrives'], ['DROP', 'Done, but the answer is lost'], ['STATUS', 'Answered with a status'], ['ERROR', 'Refused with an error code'], ['DELAY', 'Answered late']];
const operations = ['*', 'SignUp', 'SignInWithPassword', 'SignInWithProvider', 'SignInWithEmailLink', 'SignInWithPhoneNumber', 'SignInWithCustomToken', 'SendCode', 'SendVerificationCode', 'ResetPassword', 'UpdateAccount', 'LookUpAccount', 'DeleteAccount', 'ExchangeRefreshToken', 'StartSecondFactorSignIn', 'FinishSecondFactorSignIn'];
const presets = [
  ['Bad network', [{ operation: '*', count: 3, fault: { kind: 'DELAY', delayMilliseconds: 2000 } }, { operation: '*', count: 1, fault: { kind: 'OFFLINE' } }]],
  ['Too many requests', [{ operation: '*', count: 2, fault: { kind: 'STATUS', status: 429, retryAfterSeconds: 2 } }]],
  ['The server is down', [{ operation: '*', count: 5, fault: { kind: 'STATUS', status: 503 } }]],
  ['The answer is lost', [{ operation: 'SignUp', count: 1, fault: { kind: 'DROP' } }]],
];

const words = ({ fault }) => {
  const more = { STATUS: fault.status, ERROR: fault.message, DELAY: fault.delayMilliseconds ? `${fault.delayMilliseconds} ms` : '' }[fault.kind];
  return [t(kinds.find(([kind]) => kind === fault.kind)?.[1] ?? fault.kind), more].filter(Boolean).join(': ');
};

/** Disarms every fault, and offers to arm them again with what was left of each. */
export async function disarmAll() {
  const before = (await api('GET', emulator('faults'))).faults ?? [];
  await api('DELETE', emulator('faults'));
  if (before.length === 0) return;
  const again = async () => { for (const { operation, count, fault } of before) await api('POST', emulator('faults'), { operation, count, fault }); };
  offerUndo(before.length === 1 ? t('1 fault was disarmed.') : t('{count} faults were disarmed.', { count: before.length }), again);
}

export default function faults() {
  const found = reading(async () => (await api('GET', emulator('faults'))).faults ?? []);
  effect(() => { project.value; changes.faults.value; found.load(); });
  const arm = async list => { for (const one of list) await api('POST', emulator('faults'), one); say(t('Armed')); await found.load(); };
  const disarm = async () => { await disarmAll(); await found.load(); };
  const choose = (name, list) => html`<select class="input" id=${`field-${name}`} name=${name}>${list.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select>`;
  const add = () => form(t('New fault'), [
    html`<div class="field"><label for="field-operation">${t('Operation')}</label>${choose('operation', operations.map(name => [name, name === '*' ? t('any') : name]))}</div>`,
    html`<div class="field"><label for="field-kind">${t('What happens')}</label>${choose('kind', kinds.map(([kind, label]) => [kind, t(label)]))}</div>`,
    field(t('How often'), 'count', { value: '1', type: 'number' }),
    field(t('Detail'), 'detail', { hint: t('The status (503), the error code (TOO_MANY_ATTEMPTS_TRY_LATER) or the delay in milliseconds.') }),
  ], t('Arm'), async ({ operation, kind, count, detail }) => {
    const fault = { kind };
    if (kind === 'STATUS') fault.status = Number(detail || 503);
    if (kind === 'ERROR') fault.message = detail || 'INTERNAL_ERROR';
    if (kind === 'DELAY') fault.delayMilliseconds = Number(detail || 3000);
    await arm([{ operation, count: Number(count), fault }]);
  });
  return html`<div class="page scroll"><div class="head"><h1>${t('Faults')}</h1><span class="grow"></span><button class="btn" type="button" @click=${disarm}>${t('Disarm all')}</button><button class="btn main" type="button" @click=${add}>${icon('plus', 's')}${t('New fault')}</button></div>
<div class="tools">${presets.map(([name, list]) => html`<button class="chip" type="button" @click=${() => arm(list)}>${t(name)}</button>`)}</div>
<div class="block">${shown(found, data => (data.length === 0 ? html`<div class="card">${empty(t('No fault is armed'), t('Arm one, and the next calls of your app meet it: a lost answer, a late one, none at all.'))}</div>` : html`<ul class="card rows">${data.map(fault => html`<li>${icon('bolt')}<span class="grow"><b>${fault.operation === '*' ? t('any') : fault.operation}</b><span class="soft">${words(fault)}</span></span>${tag(t('{count} left', { count: fault.count }), 'warn')}</li>`)}</ul>`))}</div></div>`;
}
