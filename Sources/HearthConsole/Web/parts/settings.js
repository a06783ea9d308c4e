// A form over one document of settings: what is changed is shown before it is saved, and what others changed meanwhile too.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { beforeLeaving } from '../lib/route.js';
import { computed, effect, onEnd, signal, untracked } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { bones, confirm, failure, icon, say, tag } from './basics.js';
import { rowKinds } from './settings-rows.js';
import { changes, may } from './world.js';

/** The value at a path of a document, `undefined` where there is none. */
export const at = (document, path) => path.split('.').reduce((part, name) => part?.[name], document);

function put(body, path, value) {
  const names = path.split('.');
  const last = names.pop();
  let part = body;
  for (const name of names) part = part[name] ??= {};
  part[last] = value;
}

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const lines = text => [...new Set(String(text).split(/[\s,]+/).filter(Boolean))];

/** How each kind of field reads what was typed, and says what it holds. */
const kinds = {
  switch: { clean: value => Boolean(value), words: value => (value ? t('On') : t('Off')) },
  number: { clean: value => (String(value ?? '').trim() === '' ? null : Number(value)), words: value => (value == null ? t('none') : number(value)) },
  text: { clean: value => String(value ?? '').trim(), words: value => value || t('none') },
  choice: { clean: value => value, words: (value, field) => field.options.find(([name]) => name === value)?.[1] ?? value },
  list: { clean: value => (Array.isArray(value) ? value : lines(value)), words: value => (value?.length ? value.join(', ') : t('none')) },
  secret: { clean: value => value || '', words: value => (value ? t('a new one') : t('as it was')) },
  ...rowKinds,
};

const read = (field, document) => (field.kind === 'secret' ? '' : kinds[field.kind].clean(field.read ? field.read(document) : at(document, field.id) ?? field.fallback));

function complaint(field, value, all) {
  if (field.kind === 'number' && value !== null && (!Number.isInteger(value) || value < field.min || value > field.max)) return t('A whole number, {min} to {max}.', { min: field.min, max: field.max });
  return kinds[field.kind].check?.(value) || (field.check?.(value, all) ?? '');
}

/** What stands in place of a field that the start of the server decides. */
const fixedNote = words => html`<p class="soft small fixed">${icon('lock', 's')}${words}</p>`;

function switchRow(field, form) {
  const id = `set-${field.id}`;
  return html`<li data-field=${field.id}><label class="grow toggle" for=${id}><span class="grow"><b>${field.label}</b>${field.hint ? html`<span class="soft">${field.hint}</span>` : ''}</span><input id=${id} type="checkbox" role="switch" ?disabled=${Boolean(field.fixed)} .checked=${() => form.values.value[field.id]} @change=${event => form.change(field, event.target.checked)}></label>${field.fixed ? fixedNote(field.fixed) : ''}${() => complaintOf(field, form)}</li>`;
}

const complaintOf = (field, form) => (form.complaints.value[field.id] ? html`<p class="complaint" id=${`bad-${field.id}`}>${icon('bolt', 's')}${form.complaints.value[field.id]}</p>` : '');

function control(field, form, id, described) {
  const type = event => form.change(field, event.target.value);
  if (kinds[field.kind].control) return kinds[field.kind].control(field, form, described);
  const isBad = () => (form.complaints.value[field.id] ? 'true' : false);
  const raw = () => form.raw.value[field.id] ?? (field.kind === 'list' ? untracked(() => form.values.value[field.id]).join('\n') : form.values.value[field.id] ?? '');
  if (field.kind === 'choice') return html`<select id=${id} aria-describedby=${described} @change=${type}>${field.options.map(([value, words]) => html`<option value=${value} .selected=${() => form.values.value[field.id] === value}>${words}</option>`)}</select>`;
  if (field.kind === 'list') return html`<textarea id=${id} class="mono" rows=${field.rows ?? 5} spellcheck="false" autocomplete="off" aria-describedby=${described} aria-invalid=${isBad} .value=${raw} @input=${type}></textarea>`;
  return html`<input id=${id} type=${field.kind === 'secret' ? 'password' : 'text'} inputmode=${field.kind === 'number' ? 'numeric' : false} autocomplete=${field.kind === 'secret' ? 'new-password' : 'off'} spellcheck="false" placeholder=${field.placeholder ?? ''} aria-describedby=${described} aria-invalid=${isBad} .value=${raw} @input=${type}>`;
}

function fieldRow(field, form) {
  if (field.kind === 'switch') return switchRow(field, form);
  const id = `set-${field.id}`;
  const state = field.kind === 'secret' ? () => tag(field.isSet(form.base.value) ? t('set') : t('not set'), field.isSet(form.base.value) ? 'ok' : 'warn') : '';
  const body = field.fixed ? html`<span class="brk">${() => kinds[field.kind].words(form.values.value[field.id], field)}</span>${fixedNote(field.fixed)}` : control(field, form, id, () => [field.hint ? `hint-${field.id}` : '', form.complaints.value[field.id] ? `bad-${field.id}` : ''].filter(Boolean).join(' ') || false);
  return html`<li data-field=${field.id} class="field"><span class="line"><label for=${field.fixed || kinds[field.kind].control ? false : id} id=${`name-${field.id}`}>${field.label}</label>${state}</span>${body}${field.hint ? html`<p class="soft small" id=${`hint-${field.id}`}>${field.hint}</p>` : ''}${() => complaintOf(field, form)}</li>`;
}

/** What changes, before and after. */
function difference(form) {
  return html`<ul class="diff">${form.changed.value.map(field => {
    const kind = kinds[field.kind];
    return html`<li><b>${field.label}</b><span class="brk">${field.kind === 'secret' ? '' : html`<del>${kind.words(read(field, form.base.peek()), field)}</del>`} ${icon('right', 's')} <ins>${kind.words(form.values.peek()[field.id], field)}</ins></span></li>`;
  })}</ul>`;
}

/** What others changed at the same place: both stand there, and one is taken. */
function conflicts(form) {
  return html`<div class="note warn" role="alert">${icon('bolt')}<div class="grow"><p><b>${t('Changed by someone else meanwhile. Nothing was saved.')}</b></p><ul class="diff both">${form.conflict.value.map(({ field, before, theirs }) => html`<li><b>${field.label}</b><button class="btn tight" type="button" @click=${() => form.takeTheirs(field)}>${t('Take theirs')}</button><dl><dt>${t('before')}</dt><dd><del>${kinds[field.kind].words(before, field)}</del></dd><dt>${t('theirs')}</dt><dd>${kinds[field.kind].words(theirs, field)}</dd><dt>${t('yours')}</dt><dd><ins>${kinds[field.kind].words(form.values.peek()[field.id], field)}</ins></dd></dl></li>`)}</ul></div></div>`;
}

function saveBar(form) {
  return () => {
    if (form.changed.value.length === 0 && !form.isSaved.value) return '';
    if (form.changed.value.length === 0) return html`<div class="savebar done"><span class="grow">${tag(t('Saved'), 'ok', 'check')}</span></div>`;
    return html`<section class="savebar" aria-label=${t('What changes')}>${() => (form.conflict.value.length ? conflicts(form) : difference(form))}${() => (form.trouble.value ? failure(form.trouble.value) : '')}<div class="acts end"><button class="btn" type="button" @click=${form.discard}>${t('Discard')}</button><button class="btn main" type="submit" ?disabled=${() => form.isBusy.value}>${() => (form.conflict.value.length ? t('Save mine over theirs') : t('Save'))}</button></div></section>`;
  };
}

/** What a reader without the right to change sees: the same, and no form. */
const readOnly = (groups, form) => groups.map(group => html`<section class="sec"><h3>${group.title}</h3><dl class="card facts pad">${group.fields.map(field => html`<dt>${field.label}</dt><dd class="brk">${() => (field.kind === 'secret' ? (field.isSet(form.base.value) ? t('set') : t('not set')) : kinds[field.kind].words(form.values.value[field.id], field))}</dd>`)}</dl></section>`);

function body(groups, form) {
  if (!may('changeSettings')) return html`<div class="sec">${readOnly(groups, form)}<p class="soft small">${icon('lock', 's')} ${t('Your role reads settings. An owner changes them.')}</p></div>`;
  const one = group => html`<section class="sec"><h3>${group.title}</h3><ul class="card rows form">${group.fields.map(field => fieldRow(field, form))}</ul></section>`;
  return html`<form class="sec" novalidate @submit=${form.save}>${groups.map(one)}${saveBar(form)}</form>`;
}

function formState(path, fields) {
  const [base, draft, raw] = [signal(null), signal({}), signal({})];
  const [said, conflict, trouble, isBusy, isSaved] = [signal({}), signal([]), signal(null), signal(false), signal(false)];
  let version = null;
  // Both are read first: before the document is there, there are no fields that would read them.
  const values = computed(() => { const [typed, document] = [draft.value, base.value]; return Object.fromEntries(fields().map(field => [field.id, field.id in typed ? typed[field.id] : read(field, document)])); });
  const changed = computed(() => { const [typed, document] = [draft.value, base.value]; return fields().filter(field => !field.fixed && field.id in typed && !same(typed[field.id], read(field, document))); });
  const own = computed(() => Object.fromEntries(changed.value.map(field => [field.id, complaint(field, values.value[field.id], values.value)]).filter(([, words]) => words)));
  const complaints = computed(() => ({ ...said.value, ...own.value }));
  const without = (all, id) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== id));
  const form = { base, values, raw, changed, complaints, conflict, trouble, isBusy, isSaved };
  form.change = (field, value) => {
    isSaved.value = false;
    draft.value = { ...draft.peek(), [field.id]: kinds[field.kind].clean(value) };
    if (field.kind !== 'switch') raw.value = { ...raw.peek(), [field.id]: value };
    said.value = without(said.peek(), field.id);
    trouble.value = null;
  };
  form.discard = () => { draft.value = {}; raw.value = {}; said.value = {}; conflict.value = []; trouble.value = null; };
  form.take = (document, tagOf) => { base.value = document; version = tagOf; };
  form.takeTheirs = field => {
    draft.value = without(draft.peek(), field.id);
    raw.value = without(raw.peek(), field.id);
    conflict.value = conflict.peek().filter(item => item.field !== field);
  };
  form.load = async () => { const { document, tag: read } = await api('GET', path(), undefined, { tagged: true }); return [document, read]; };
  const write = () => {
    const [document, masks] = [{}, new Set()];
    for (const field of changed.peek()) {
      const mask = field.mask ?? field.id;
      masks.add(mask);
      if (field.write) field.write(document, values.peek(), base.peek()); else put(document, mask, values.peek()[field.id]);
    }
    return api('PATCH', `${path()}?updateMask=${encodeURIComponent([...masks].join(','))}`, document, { tagged: true, ifMatch: version });
  };
  /** Reads what others made of the setting. Whether nothing of it is what the reader changes too. */
  const rebase = async () => {
    const old = base.peek();
    const mine = changed.peek();
    const [document, read_] = await form.load();
    form.take(document, read_);
    conflict.value = mine.filter(field => field.kind !== 'secret' && !same(read(field, old), read(field, document)) && !same(read(field, document), values.peek()[field.id])).map(field => ({ field, before: read(field, old), theirs: read(field, document) }));
    return conflict.peek().length === 0;
  };
  /** Puts a refusal beside the field that it names, or else in the bar. */
  const tell = error => {
    const field = fields().find(item => (item.names ?? [(item.mask ?? item.id).split('.').at(-1)]).some(name => error.message?.includes(name)));
    if (field && error.status === 400) said.value = { [field.id]: error.message.replace(/^[A-Z_]+ : /, '') };
    else trouble.value = error;
  };
  form.save = async event => {
    event?.preventDefault();
    const bad = Object.keys(own.peek())[0];
    if (bad) { const row = event?.target.querySelector(`[data-field="${CSS.escape(bad)}"]`); (row?.querySelector('[aria-invalid="true"]') ?? row?.querySelector('input,textarea,select'))?.focus(); return; }
    if (changed.peek().length === 0 || isBusy.peek()) return;
    [isBusy.value, trouble.value, said.value] = [true, null, {}];
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          const answer = await write();
          form.take(answer.document, answer.tag);
          form.discard();
          isSaved.value = true;
          say(t('Saved'));
          setTimeout(() => { isSaved.value = false; }, 2000);
          break;
        } catch (error) {
          if (error.code !== 'CHANGED_MEANWHILE' || tries === 5) throw error;
          if (!await rebase()) break;
        }
      }
    } catch (error) { tell(error); }
    isBusy.value = false;
  };
  return form;
}

/** Asks before changes are lost, by another page as by closing the window. */
function guard(form) {
  let asking = null;
  const isDirty = () => form.changed.peek().length > 0;
  onEnd(beforeLeaving(async () => {
    if (!isDirty()) return true;
    asking ??= confirm(t('Leave without saving?'), t('What you changed here is lost.'), t('Leave'));
    const may = await asking;
    asking = null;
    return may;
  }));
  const unload = event => { if (isDirty()) event.preventDefault(); };
  addEventListener('beforeunload', unload);
  onEnd(() => removeEventListener('beforeunload', unload));
}

/**
 * The form of the document at `path()` of the API: `groups(document)` are `{title, fields}`, `effects(values)` what the
 * settings mean, read again with each change. A field has `id`, the path in the document, `kind`, `label`, `hint`, and
 * where it needs them `fallback`, `read(document)`, `mask` and `write(body, values)`, `check(value)`, and `fixed`: why
 * it cannot be changed here.
 */
export function settingsForm({ path, groups, effects, title = t('What this means') }) {
  const failed = signal(null);
  let made = [];
  const form = formState(path, () => made.flatMap(group => group.fields));
  const load = async () => {
    try {
      const [document, version] = await form.load();
      // What is being changed stays as it was read: the save notices what others did.
      if (form.changed.peek().length > 0) return;
      failed.value = null;
      if (form.base.peek() === null) made = groups(document);
      form.take(document, version);
    } catch (error) { failed.value = error; }
  };
  effect(() => { changes.settings.value; untracked(load); });
  guard(form);
  const isReady = computed(() => form.base.value !== null);
  const now = () => (form.changed.value.length ? html`<p class="soft small">${t('After saving:')}</p>` : html`<p class="soft small">${t('Now:')}</p>`);
  return html`<div class="contents">${() => (failed.value ? failure(failed.value, load) : '')}${() => {
    if (!isReady.value) return failed.value ? '' : bones();
    return untracked(() => html`<div class="setting">${body(made, form)}<aside class="sec effect" aria-label=${title}><h3>${title}</h3><div class="card pad sec">${now}${() => effects(form.values.value, form.base.value)}</div></aside></div>`);
  }}</div>`;
}

/** What the form's right side is made of: words that are on or off. */
export const verdict = (isOn, words, note = '') => html`<li>${isOn ? tag(t('Yes'), 'ok', 'check') : tag(t('No'), '', 'x')}<span class="grow">${words}${note ? html`<span class="soft blk small">${note}</span>` : ''}</span></li>`;
