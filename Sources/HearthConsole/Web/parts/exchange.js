// A request of the log: what went over the wire, and what can be done with it.
import { api, call, fetched } from '../lib/call.js';
import { html } from '../lib/html.js';
import { offer } from '../lib/keys.js';
import { onEnd, signal } from '../lib/signal.js';
import { duration, t, timeOfDay } from '../lib/text.js';
import { confirm, copyButton, failure, field, form, hidden, icon, json, reading, say, shown, tag } from './basics.js';
import { secretsOf } from './secrets.js';
import { emulator } from './world.js';

function bodyBlock(side, within) {
  if (side.body !== undefined) return json(side.body, within(['body']));
  if (!side.text) return html`<p class="soft pad">${t('No body')}</p>`;
  return html`<pre tabindex="0">${side.text === hidden ? within([])(['text'], hidden) : side.text}</pre>`;
}

const onlyReads = 'Sent again, it only reads.';

const spending = [
  [/^(SignUp)$/, 'Sent again, it creates another account, or is refused where the address is taken.'],
  [/^(SendCode|SendVerificationCode|StartSecondFactor)/, 'Sent again, it sends another message with another code.'],
  [/^(ResetPassword|SignInWithEmailLink|SignInWithPhoneNumber|FinishSecondFactor|FinishPasskey)/, 'Its code or challenge counts once: sent again, it is refused if it was used up.'],
  [/^SignIn/, 'Sent again, it starts another session.'],
  [/^ExchangeRefreshToken/, 'Sent again, it issues another ID token and uses nothing up.'],
  [/^(Delete|Clear)/, 'Sent again, it deletes again what it names.'],
  [/^(Update|Import|Withdraw|Create|Firestore (create|update|delete|commit|batchWrite))/, 'Sent again, it writes again what it wrote.'],
  [/^(LookUp|Get|List|Query|GET |Firestore (get|list|runQuery|runAggregationQuery|batchGet))/, onlyReads],
];

const cost = operation => spending.find(([pattern]) => pattern.test(operation))?.[1] ?? 'Sent again, it does again what it did.';

/** What a request spends when it is sent again, in a sentence. */
export const spends = operation => t(cost(operation));

/** A sheet with the request's body, which is sent as it is edited. */
async function editAndSend(entry) {
  const detail = await call('GET', `log/${entry.id}?secrets=1`);
  const before = detail.request.body === undefined ? detail.request.text ?? '' : JSON.stringify(detail.request.body, null, 2);
  const isForm = /form-urlencoded/.test(detail.request.fields['Content-Type'] ?? '');
  let status = null;
  await form(t('Edit and send'), [
    html`<p class="mono small brk">${`${detail.method} ${detail.target}`}</p>`,
    field(t('Body'), 'body', { rows: 12, value: before, hint: spends(entry.op) }),
  ], t('Send'), async ({ body }) => {
    // What a form says was read as a document: it is sent as a form again.
    const text = isForm ? String(new URLSearchParams(JSON.parse(body || '{}'))) : detail.request.body === undefined ? body : JSON.stringify(JSON.parse(body));
    status = (await call('POST', `log/${entry.id}:replay`, { body: text })).status;
  });
  return status;
}

/** What stands in the drawer for a request. */
export function exchange(entry, close) {
  const side = signal('request');
  const trouble = signal(null);
  const detail = reading(() => call('GET', `log/${entry.id}`));
  detail.load();
  const attempt = async act => { trouble.value = null; try { const words = await act(); if (words) say(words); } catch (error) { trouble.value = error; } };
  const secrets = secretsOf(entry.id, attempt);
  const replay = () => attempt(async () => t('Sent again: {status}', { status: (await call('POST', `log/${entry.id}:replay`)).status }));
  // A key is pressed by mistake more easily than a button: what spends something is asked before.
  const replayByKey = async () => { if (cost(entry.op) === onlyReads || await confirm(t('Send {op} again?', { op: entry.op }), spends(entry.op), t('Send again'))) await replay(); };
  const edit = () => attempt(async () => { const status = await editAndSend(entry); return status == null ? null : t('Sent again: {status}', { status }); });
  const fail = () => attempt(async () => { await api('POST', emulator('faults'), { operation: entry.op, count: 1, fault: { kind: 'STATUS', status: 503 } }); return t('The next call of {op} will fail', { op: entry.op }); });
  onEnd(offer({ r: () => { replayByKey(); }, e: () => { edit(); } }));
  const source = write => async () => {
    let text = null;
    await attempt(async () => { text = (await fetched(() => import('./copyas.js')))[write](await call('GET', `log/${entry.id}?secrets=1`)); });
    return text;
  };
  const sides = [['request', 'Request'], ['response', 'Response'], ['tokens', 'Tokens']];
  const isIdentity = /^[A-Z]\w+$/.test(entry.op);
  return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${t('Back to the log')} @click=${close}>${icon('left')}</button><div class="grow"><h2 class="brk">${entry.op}</h2><p class="soft small num">${`${timeOfDay(entry.at)} · ${duration(entry.ms)}`}</p></div>${tag(String(entry.status), entry.status < 400 ? 'ok' : 'bad')}<button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div>
<div class="acts"><button class="btn tight" type="button" aria-describedby="spends" @click=${replay}>${icon('replay', 's')}${t('Send again')}</button><button class="btn tight" type="button" @click=${edit}>${icon('doc', 's')}${t('Edit and send')}</button>${isIdentity ? html`<button class="btn tight" type="button" @click=${fail}>${icon('bolt', 's')}${t('Make the next one fail')}</button>` : ''}</div><p class="soft small" id="spends">${spends(entry.op)}</p></header>
<div class="body">${() => (trouble.value ? failure(trouble.value) : '')}${entry.error ? html`<div class="note bad"><div class="grow"><p><b>${t('Refused')}</b></p><p><code>${entry.error}</code></p></div></div>` : ''}
<section class="sec"><div class="line"><h3 class="grow">${t('What went over the wire')}</h3>${secrets.button()}</div>
<div class="card"><div class="subbar"><span class="set">${sides.map(([name, words]) => html`<button class="btn tight" type="button" aria-pressed=${() => String(side.value === name)} @click=${() => { side.value = name; }}>${t(words)}</button>`)}</span></div>${shown(detail, found => {
    if (side.value === 'tokens') return found.tokens.length ? html`<div>${found.tokens.map(token => html`<div><h3 class="pad">${token.name}</h3>${json(token.claims)}</div>`)}</div>` : html`<p class="soft pad">${t('No token in the answer')}</p>`;
    const one = found[side.value];
    return html`<div><p class="pad mono small brk">${side.value === 'request' ? [`${found.method} `, secrets.line(['target'], found.target)] : `HTTP ${found.status}`}</p>${bodyBlock(one, path => secrets.within([side.value, ...path]))}<details class="pad"><summary>${t('Fields')}</summary>${json(one.fields, secrets.within([side.value, 'fields']))}</details>${found.cut ? html`<p class="soft pad">${t('The bodies are longer than what is kept.')}</p>` : ''}</div>`;
  })}</div></section>
<section class="sec"><h3>${t('Copy with its secrets as')}</h3><div class="acts">${[['curl', 'curl'], ['URLSession', 'urlSession'], ['fetch', 'fetchCall']].map(([name, write]) => copyButton(source(write), name, { bare: false, words: name }))}</div></section></div></div>`;
}
