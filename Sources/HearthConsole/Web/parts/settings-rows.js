// Fields of a form of settings that hold a list of entries, each with inputs of its own: numbers for tests, certificates.
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { effect, signal, untracked } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { icon } from './basics.js';

const spelled = value => JSON.stringify(value ?? null);

/** The inputs of a list: those of each entry, a button that removes it, and one that adds another. */
const control = kind => (field, form, described) => {
  const rows = signal([]);
  let known = null;
  let next = 0;
  const row = entry => ({ entry, key: next += 1 });
  // What others decide is drawn anew; what is typed here stays as it is typed.
  effect(() => {
    const value = form.values.value[field.id];
    if (spelled(value) === known) return;
    known = spelled(value);
    rows.value = value.map(entry => row({ ...entry }));
  });
  const tell = () => {
    const all = rows.peek().map(({ entry }) => ({ ...entry }));
    known = spelled(kind.clean(all));
    form.change(field, all);
  };
  const list = html`<ul class="entries" aria-labelledby=${`name-${field.id}`} aria-describedby=${described}></ul>`;
  const remove = gone => {
    rows.value = rows.peek().filter(one => one !== gone);
    tell();
    add.focus();
  };
  const draw = one => {
    const isBad = name => () => (form.values.value[field.id] && kind.flaw(one.entry, rows.peek().map(({ entry }) => entry))?.[0] === name && form.complaints.value[field.id] ? 'true' : false);
    const type = name => event => { one.entry[name] = event.target.value; tell(); };
    return html`<li>${kind.inputs(one.entry, type, isBad)}<button class="btn tight bare" type="button" aria-label=${t('Remove')} @click=${() => remove(one)}>${icon('x', 's')}</button></li>`;
  };
  each(list, () => rows.value, one => one.key, draw);
  const press = () => {
    rows.value = [...rows.peek(), row(kind.blank())];
    queueMicrotask(() => list.lastElementChild?.querySelector('input,textarea')?.focus());
  };
  const add = html`<button class="btn tight" type="button" @click=${press}>${icon('plus', 's')}${kind.another()}</button>`;
  return html`<div class="sec">${list}<span>${add}</span></div>`;
};

/** What is wrong with a list, said of the first entry that is wrong. */
const check = kind => value => value.map(entry => kind.flaw(entry, value)?.[1]).find(Boolean) ?? '';

const tidy = number => number.replace(/[\s().-]/g, '');

/** Entries `{number, code, was}`: an empty code stays as it is stored for the number that `was` there. */
const numbers = {
  blank: () => ({ number: '', code: '', was: '' }),
  another: () => t('Add a number'),
  clean: value => value.map(({ number, code, was }) => ({ number: tidy(number), code: code.trim(), was })).filter(({ number, code, was }) => number || code || was),
  words: value => value.map(({ number, code }) => (code ? t('{number} with a new code', { number }) : number)).join(', ') || t('none'),
  flaw: ({ number, code, was }, all) => {
    const plain = tidy(number);
    if (!plain && !code && !was) return null;
    if (!/^\+[1-9]\d{6,14}$/.test(plain)) return ['number', t('“{number}” is no number such as +15555550100.', { number: plain.slice(0, 40) })];
    if (all.filter(other => tidy(other.number) === plain).length > 1) return ['number', t('{number} stands here twice.', { number: plain })];
    return (code.trim() || plain !== was) && !/^\d{6}$/.test(code.trim()) ? ['code', t('{number} needs a code of six digits.', { number: plain })] : null;
  },
  inputs: (entry, type, isBad) => html`<label class="grow"><span class="soft small">${t('Number')}</span><input class="num" inputmode="tel" autocomplete="off" placeholder="+15555550100" .value=${entry.number} aria-invalid=${isBad('number')} @input=${type('number')}></label><label class="short"><span class="soft small">${t('Code')}</span><input class="num" inputmode="numeric" autocomplete="off" maxlength="12" placeholder=${entry.was ? t('stays') : '123456'} .value=${entry.code} aria-invalid=${isBad('code')} @input=${type('code')}></label>`,
};

const contentOf = pem => pem.replace(/-----[^-]*-----/g, '').replace(/\s/g, '');

/** The SHA-256 of a certificate as other tools print it; empty where the text is none. */
async function fingerprint(pem) {
  try {
    const bytes = Uint8Array.from(atob(contentOf(pem)), sign => sign.charCodeAt(0));
    if (bytes.length === 0) return '';
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
  } catch { return ''; }
}

/** Entries `{pem}`. What a text is, the server alone can tell. */
const certificates = {
  blank: () => ({ pem: '' }),
  another: () => t('Add a certificate'),
  clean: value => value.map(({ pem }) => ({ pem: pem.trim() })).filter(({ pem }) => pem),
  words: value => value.map(({ pem }) => `…${contentOf(pem).slice(-12)}`).join(', ') || t('none'),
  flaw: () => null,
  inputs: (entry, type, isBad) => {
    const [print, text] = [signal(''), signal(entry.pem)];
    effect(() => { const pem = text.value; untracked(() => fingerprint(pem).then(found => { if (text.peek() === pem) print.value = found; })); });
    const change = type('pem');
    const press = event => { text.value = event.target.value; change(event); };
    return html`<label class="grow"><span class="soft small">${t('Certificate, in PEM')}</span><textarea class="mono" rows="5" spellcheck="false" autocomplete="off" placeholder="-----BEGIN CERTIFICATE-----" .value=${entry.pem} aria-invalid=${isBad('pem')} @input=${press}></textarea><span class="soft small brk num">${() => (print.value ? `SHA-256 ${print.value}` : '')}</span></label>`;
  },
};

/** The kinds of field that hold lists of entries. */
export const rowKinds = Object.fromEntries(Object.entries({ numbers, certificates }).map(([name, kind]) => [name, { ...kind, control: control(kind), check: check(kind) }]));
