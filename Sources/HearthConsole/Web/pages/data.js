// Firestore: collections, documents, and one document with its fields, side by side.
import { api } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { go, href, place } from '../lib/route.js';
import { computed, effect, signal, untracked } from '../lib/signal.js';
import { moment, t } from '../lib/text.js';
import { confirm, copyButton, cut, empty, failure, field, form, icon, reading, say, shown } from '../parts/basics.js';
import { deleteAsRead, deleteDocument, writeIf } from '../parts/removal.js';
import { copySwiftTest } from '../parts/swift.js';
import { verdicts } from '../parts/verdicts.js';
import { changes, isEmulator, may, project } from '../parts/world.js';

const root = () => `v1/projects/${encodeURIComponent(project.peek())}/databases/(default)/documents`;
const path = segments => segments.map(encodeURIComponent).join('/');
const pageSize = 50;

const typeOf = value => Object.keys(value)[0].replace('Value', '');
const words = { string: 'text', integer: 'integer', double: 'number', boolean: 'boolean', null: 'null', timestamp: 'time', reference: 'reference', geoPoint: 'place', bytes: 'bytes', map: 'map', array: 'array' };

/** A field's value as text. */
function textOf(value) {
  const [kind, inner] = Object.entries(value)[0];
  if (kind === 'nullValue') return 'null';
  if (kind === 'geoPointValue') return `${inner.latitude ?? 0}, ${inner.longitude ?? 0}`;
  if (kind === 'referenceValue') return inner.split('/documents/')[1] ?? inner;
  if (kind === 'stringValue') return JSON.stringify(inner);
  return String(inner);
}

function fieldRow(name, value) {
  const kind = typeOf(value);
  const inner = kind === 'map' ? Object.entries(value.mapValue.fields ?? {}) : kind === 'array' ? (value.arrayValue.values ?? []).map((item, k) => [String(k), item]) : null;
  const colour = { string: 'ts', integer: 'tn', double: 'tn', boolean: 'tb', null: 'tb', reference: 'tr', timestamp: 'tp', geoPoint: 'tp' }[kind] ?? '';
  return html`<li class="fld"><div class="frow"><span class="fk"><bdi>${cut(name, 80)}</bdi></span><span class=${`fv ${colour}`}>${inner ? html`<span class="soft">${t('{count} entries', { count: inner.length })}</span>` : cut(textOf(value), 400)}</span><span class="ft">${t(words[kind] ?? kind)}</span></div>${inner?.length ? html`<ul>${inner.map(([key, item]) => fieldRow(key, item))}</ul>` : ''}</li>`;
}

/** Reads the plain JSON of a form as typed values; `{"$time": …}` and its like say what JSON cannot. */
export function encode(value) {
  if (value === null) return { nullValue: null };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encode) } };
  switch (typeof value) {
    case 'string': return { stringValue: value };
    case 'boolean': return { booleanValue: value };
    case 'number': return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
    default: break;
  }
  const [name, inner] = Object.entries(value)[0] ?? [];
  if (Object.keys(value).length === 1) {
    if (name === '$time') return { timestampValue: inner };
    if (name === '$reference') return { referenceValue: `projects/${project.peek()}/databases/(default)/documents/${inner}` };
    if (name === '$place') return { geoPointValue: { latitude: inner[0], longitude: inner[1] } };
    if (name === '$bytes') return { bytesValue: inner };
    if (name === '$double') return { doubleValue: inner };
    if (name === '$integer') return { integerValue: String(inner) };
  }
  return { mapValue: { fields: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)])) } };
}

/** The other direction; `encode(decode(v))` is `v` again. */
export function decode(value) {
  const [kind, inner] = Object.entries(value)[0];
  switch (kind) {
    case 'nullValue': return null;
    case 'integerValue': return Number.isSafeInteger(Number(inner)) ? Number(inner) : { $integer: String(inner) };
    case 'doubleValue': return typeof inner === 'number' && !Number.isInteger(inner) ? inner : { $double: inner };
    case 'timestampValue': return { $time: inner };
    case 'referenceValue': return { $reference: inner.split('/documents/')[1] ?? inner };
    case 'geoPointValue': return { $place: [inner.latitude ?? 0, inner.longitude ?? 0] };
    case 'bytesValue': return { $bytes: inner };
    case 'arrayValue': return (inner.values ?? []).map(decode);
    case 'mapValue': return Object.fromEntries(Object.entries(inner.fields ?? {}).map(([key, item]) => [key, decode(item)]));
    default: return inner;
  }
}

const hint = () => t('JSON. {"$time": "2026-01-31T12:00:00Z"}, {"$reference": "users/ada"}, {"$place": [52.5, 13.4]}, {"$bytes": "AQI="} and {"$double": 1} stand for what JSON has no form for.');

function fieldsOf(text) {
  const value = JSON.parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error(t('A document is a JSON object.'));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
}

const editDocument = (document, segments) => form(t('Change {id}', { id: segments.at(-1) }), [
  field(t('Fields'), 'json', { rows: 14, value: JSON.stringify(decode({ mapValue: { fields: document.fields ?? {} } }), null, 2), hint: hint() }),
], t('Save'), async ({ json }) => {
  const fields = fieldsOf(json);
  await writeIf(
    () => api('PATCH', `${root()}/${path(segments)}?currentDocument.updateTime=${encodeURIComponent(document.updateTime)}`, { fields }),
    t('The document was changed while you edited it. Nothing was saved: close this, look, and edit again.'),
  );
  say(t('Saved'));
});

const addDocument = collection => form(t('New document'), [
  ...(collection.length ? [] : [field(t('Collection'), 'collection', { placeholder: 'notes' })]),
  field(t('Identifier'), 'id', { hint: t('Empty for a random one.') }),
  field(t('Fields'), 'json', { rows: 8, value: '{}', hint: hint() }),
], t('Add'), async ({ collection: name, id, json }) => {
  const where = collection.length ? collection : [name];
  const made = await api('POST', `${root()}/${path(where)}${id ? `?documentId=${encodeURIComponent(id)}` : ''}`, { fields: fieldsOf(json) });
  go(href('data', ...made.name.split('/documents/')[1].split('/')));
});

export default function data() {
  const segments = computed(() => place.value.rest);
  const collection = computed(() => (segments.value.length % 2 === 1 ? segments.value : segments.value.slice(0, -1)));
  const documentPath = computed(() => (segments.value.length > 0 && segments.value.length % 2 === 0 ? segments.value : null));
  const parent = computed(() => collection.value.slice(0, -1));
  const token = signal('');
  const memo = signal({ collection: '' });
  const listIDs = below => api('POST', `${root()}${below.length ? `/${path(below)}` : ''}:listCollectionIds`, { pageSize: 300 }).then(answer => answer.collectionIds ?? []);
  const collections = reading(() => listIDs(parent.peek()));
  const documents = reading(async () => (collection.peek().length === 0 ? { documents: [] } : api('GET', `${root()}/${path(collection.peek())}?pageSize=${pageSize}&showMissing=true${token.peek() ? `&pageToken=${encodeURIComponent(token.peek())}` : ''}`)));
  const one = reading(async () => {
    if (!documentPath.peek()) return null;
    const below = await listIDs(documentPath.peek());
    try { return { document: await api('GET', `${root()}/${path(documentPath.peek())}`), below }; } catch (error) { if (error.status === 404) return { document: null, below }; throw error; }
  });
  effect(() => { const name = path(collection.value); if (untracked(() => memo.peek().collection) !== name) { memo.value = { collection: name }; token.value = ''; } });
  effect(() => { project.value; changes.data.value; path(parent.value); untracked(collections.load); });
  effect(() => { project.value; changes.data.value; path(collection.value); token.value; untracked(documents.load); });
  effect(() => { project.value; changes.data.value; path(documentPath.value ?? []); untracked(one.load); });
  const idOf = document => document.name.split('/').at(-1);
  const list = html`<ul></ul>`;
  each(list, () => documents.value.data?.documents ?? [], document => document.name, document => html`<li><a href=${href('data', ...collection.peek(), idOf(document))} aria-current=${() => (documentPath.value?.at(-1) === idOf(document) ? 'true' : false)}><span class="grow cut mono"><bdi>${idOf(document)}</bdi></span>${document.createTime ? '' : html`<span class="soft small">${t('missing')}</span>`}${icon('right', 's')}</a></li>`);
  const trouble = signal(null);
  effect(() => { documentPath.value; trouble.value = null; });
  const remove = async () => {
    const where = documentPath.peek();
    const { document } = one.peek().data;
    const address = `${root()}/${path(where)}`;
    trouble.value = null;
    try {
      if (isEmulator()) await deleteDocument(address, document, where.at(-1));
      else if (await confirm(t('Delete {id}?', { id: where.at(-1) }), t('Collections below it stay.'), t('Delete'))) await deleteAsRead(address, document);
      else return;
      go(href('data', ...where.slice(0, -1)));
    } catch (error) {
      trouble.value = error;
      await one.load();
    }
  };
  const panel = found => {
    const where = documentPath.peek();
    if (!found || !where) return empty(t('No document chosen'), t('Choose a collection, then a document.'));
    const { document, below } = found;
    return html`<div class="contents"><header><h2 class="ch mono cut"><bdi>${where.at(-1)}</bdi></h2><span class="acts">${copyButton(where.join('/'), t('Copy the path'))}${document && isEmulator() ? copySwiftTest({ document: where.join('/') }) : ''}${document && may('writeData') ? html`<button class="btn tight" type="button" @click=${() => editDocument(document, where).then(() => one.load())}>${t('Edit')}</button><button class="btn bad tight" type="button" @click=${remove}>${t('Delete')}</button>` : ''}</span></header>${() => (trouble.value ? failure(trouble.value) : '')}<div class="docbody">${document ? html`<p class="soft small meta">${t('Changed {time}', { time: moment(Date.parse(document.updateTime)) })}</p><ul class="fields">${Object.entries(document.fields ?? {}).map(([name, value]) => fieldRow(name, value))}</ul>` : html`<p class="soft">${t('There is no such document; collections below it may exist.')}</p>`}${isEmulator() ? verdicts(where.join('/')) : ''}${below.length ? html`<section class="sec"><h3>${t('Collections below')}</h3><ul class="card rows subs">${below.map(id => html`<li>${icon('folder')}<a class="grow" href=${href('data', ...where, id)}>${id}</a></li>`)}</ul></section>` : ''}</div></div>`;
  };
  return html`<div class="contents"><div class="head fs"><h1>${t('Firestore')}</h1><nav class="crumb" aria-label=${t('Path')}><a href=${href('data')}>(default)</a>${() => html`<span class="contents">${segments.value.map((segment, k) => html`<span class="contents"><span>/</span><a href=${href('data', ...segments.value.slice(0, k + 1))}><bdi>${cut(segment, 40)}</bdi></a></span>`)}</span>`}</nav><span class="grow"></span>${may('writeData') ? html`<button class="btn main" type="button" @click=${() => addDocument(collection.peek())}>${icon('plus', 's')}${t('Add document')}</button>` : ''}</div>
<div class=${() => `frame cols level${Math.min(2, segments.value.length === 0 ? 0 : documentPath.value ? 2 : 1)}`}><section class="col c1" aria-label=${t('Collections')}><header><h2 class="ch">${() => (parent.value.length ? cut(parent.value.at(-1), 30) : t('Collections'))}</h2></header>${shown(collections, ids => (ids.length === 0 ? html`<p class="soft pad">${t('No collections')}</p>` : html`<ul>${ids.map(id => html`<li><a href=${href('data', ...parent.peek(), id)} aria-current=${() => (collection.value.at(-1) === id ? 'true' : false)}>${icon('folder', 's')}<span class="grow cut"><bdi>${id}</bdi></span>${icon('right', 's')}</a></li>`)}</ul>`))}</section>
<section class="col c2" aria-label=${t('Documents')}><header><h2 class="ch mono">${() => collection.value.at(-1) ?? t('Documents')}</h2></header>${shown(documents, answer => ((answer.documents ?? []).length === 0 ? html`<p class="soft pad">${collection.peek().length ? t('No documents') : t('Choose a collection')}</p>` : list))}<div class="pager">${() => (token.value ? html`<button class="btn tight" type="button" @click=${() => { token.value = ''; }}>${t('First')}</button>` : '')}<span class="grow"></span>${() => (documents.value.data?.nextPageToken ? html`<button class="btn tight" type="button" @click=${() => { token.value = documents.peek().data.nextPageToken; }}>${t('Next')}${icon('right', 's')}</button>` : '')}</div></section>
<section class="col c3" aria-label=${t('Document')}>${shown(one, panel)}</section></div></div>`;
}
