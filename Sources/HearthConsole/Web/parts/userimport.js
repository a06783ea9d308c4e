// The sheet that takes users in from a file: read, checked row by row without storing anything, then imported.
import { api, call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { field, form, icon, say } from './basics.js';
import { readUsers } from './userfile.js';
import { accounts, project, tenant } from './world.js';

const [mostUsers, mostText, mostFile, shownTroubles] = [200, 250000, 50 << 20, 100];
const algorithms = ['SCRYPT', 'STANDARD_SCRYPT', 'BCRYPT', 'ARGON2', 'PBKDF2_SHA256', 'PBKDF_SHA1', 'HMAC_SHA512', 'HMAC_SHA256', 'HMAC_SHA1', 'HMAC_MD5', 'SHA512', 'SHA256', 'SHA1', 'MD5'];

/** Rows in pieces that a call can carry. */
function* pieces(rows) {
  let [piece, size] = [[], 0];
  for (const row of rows) {
    const length = JSON.stringify(row.user).length;
    if (piece.length > 0 && (piece.length === mostUsers || size + length > mostText)) { yield piece; [piece, size] = [[], 0]; }
    piece.push(row);
    size += length;
  }
  if (piece.length > 0) yield piece;
}

/** How the hashes of the file were made, as the import takes it. */
function hashing(values) {
  if (!values.hashAlgorithm) return {};
  const given = { hashAlgorithm: values.hashAlgorithm };
  for (const name of ['signerKey', 'saltSeparator']) if (values[name]) given[name] = values[name].trim();
  for (const name of ['rounds', 'memoryCost']) if (values[name]) given[name] = Number(values[name]);
  return given;
}

const options = values => ({ allowOverwrite: values.overwrite === 'on', ...hashing(values) });

/** Sends rows piece by piece; `send(piece)` tells what failed. Gives the rows that failed, each with its reason. */
async function sendAll(rows, send, progress) {
  const failed = [];
  for (const piece of pieces(rows)) {
    const { error = [] } = await send(piece.map(row => row.user));
    failed.push(...error.map(({ index = 0, message }) => ({ line: piece[index]?.line, trouble: message, row: piece[index] })));
    progress(piece.length, failed);
  }
  return failed;
}

const troubles = list => html`<ul class="card rows fails" tabindex="0">${list.slice(0, shownTroubles).map(one => html`<li><b class="num">${t('Line {line}', { line: one.line })}</b><span class="grow"><bdi>${one.trouble}</bdi></span></li>`)}${list.length > shownTroubles ? html`<li class="soft">${t('and {count} more', { count: list.length - shownTroubles })}</li>` : ''}</ul>`;

function report(state) {
  if (state.error) return html`<div class="note bad" role="alert">${icon('bolt')}<p class="grow">${state.error}</p></div>`;
  if (state.busy) return html`<p role="status" class="soft">${state.busy}</p>`;
  if (!state.rows) return '';
  const good = t('Can be imported: {count}', { count: state.rows.length });
  return html`<div class="sec" role="status"><p><b>${state.name}</b> · ${good}${state.bad.length ? ` · ${t('Cannot be imported: {count}', { count: state.bad.length })}` : ''}</p>${state.bad.length ? troubles(state.bad) : ''}</div>`;
}

/** Opens the sheet, with a file that was dropped on the list. */
export async function importUsers(load, dropped = null) {
  const state = signal({});
  const isOver = signal(false);
  let [file, run] = [null, 0];
  const body = users => ({ ...options(valuesOf()), users });
  const valuesOf = () => Object.fromEntries(new FormData(zone.closest('form')));
  async function check() {
    if (!file) return;
    const mine = run += 1;
    const show = next => { if (mine === run) state.value = next; };
    show({ busy: t('Reading {name}', { name: file.name }) });
    try {
      if (file.size > mostFile) throw new Error(t('The file is larger than 50 MB. Use hearth users import.'));
      const rows = readUsers(await file.text(), file.name);
      if (rows.length === 0) throw new Error(t('The file has no users.'));
      const read = rows.filter(row => row.user);
      let done = 0;
      const refused = await sendAll(read, users => call('POST', 'users:check', { project: project.peek(), ...(tenant.peek() ? { tenant: tenant.peek() } : {}), ...body(users) }), count => {
        done += count;
        show({ busy: t('Checked: {count} of {all}', { count: done, all: read.length }) });
      });
      const taken = new Set(refused.map(one => one.row));
      show({ name: file.name, rows: read.filter(row => !taken.has(row)), bad: [...rows.filter(row => row.trouble), ...refused].sort((a, b) => a.line - b.line) });
    } catch (error) { show({ error: error.message }); }
  }
  const choose = chosen => { if (chosen) { file = chosen; check(); } };
  const zone = html`<label class=${() => (isOver.value ? 'dropzone over' : 'dropzone')} @dragover=${event => { event.preventDefault(); isOver.value = true; }} @dragleave=${() => { isOver.value = false; }} @drop=${event => { event.preventDefault(); isOver.value = false; choose(event.dataTransfer.files[0]); }}>${icon('folder')}<span>${t('Drop a file here, or choose one')}</span><span class="soft small">${t('JSON or CSV, as firebase auth:export or this console writes it')}</span><input type="file" accept=".json,.csv,application/json,text/csv" @change=${event => choose(event.target.files[0])}></label>`;
  const passwords = html`<details class="card pad"><summary>${t('How the passwords of the file are hashed')}</summary><div class="sec"><div class="field"><label>${t('Algorithm')}<select class="input" name="hashAlgorithm" @change=${check}><option value="">${t('By Hearth, or there are none')}</option>${algorithms.map(name => html`<option>${name}</option>`)}</select></label></div>${field(t('Key, in base64'), 'signerKey')}${field(t('Salt separator, in base64'), 'saltSeparator')}<div class="pair">${field(t('Rounds'), 'rounds', { type: 'number' })}${field(t('Memory cost'), 'memoryCost', { type: 'number' })}</div><div class="acts"><button class="btn tight" type="button" @click=${check}>${t('Check again')}</button></div></div></details>`;
  const act = () => (state.value.rows?.length ? t('Import users: {count}', { count: state.value.rows.length }) : t('Import'));
  const result = form(t('Import users'), [
    zone,
    html`<label class="toggle"><input type="checkbox" name="overwrite" @change=${check}><span>${t('Replace users of the same UID')}<span class="soft">${t('Otherwise such a row is refused. Nothing stays of a user that is replaced; the sessions end.')}</span></span></label>`,
    passwords,
    () => report(state.value),
  ].map(part => (typeof part === 'function' ? html`<div>${part}</div>` : part)), act, async () => {
    const { rows } = state.peek();
    if (!rows) throw new Error(t('Choose a file first, and wait until it is checked.'));
    if (rows.length === 0) throw new Error(t('No row of the file can be imported.'));
    await store(rows, body, state);
    await load();
  });
  if (dropped) choose(dropped);
  return result;
}

/** Imports rows that were checked; throws, and says what is stored, unless all of them are. */
async function store(rows, body, state) {
  let [sent, failures] = [0, []];
  const name = state.peek().name;
  try {
    await sendAll(rows, users => api('POST', accounts('accounts:batchCreate'), body(users)), (count, failed) => {
      sent += count;
      failures = failed;
      state.value = { busy: t('Sent: {count} of {all}', { count: sent, all: rows.length }) };
    });
  } catch (error) {
    // What was answered is stored, and a second try does not send it again; the piece without an answer may be stored.
    state.value = { name, rows: rows.slice(sent), bad: failures };
    throw new Error(t('Imported: {count}. Of the rows from line {line} on it is not known: {reason}', { count: number(sent - failures.length), line: rows[sent].line, reason: error.message }));
  }
  say(t('Imported: {count}', { count: sent - failures.length }));
  if (failures.length > 0) {
    state.value = { name, rows: [], bad: failures };
    throw new Error(t('Imported: {count}. These were refused meanwhile:', { count: number(sent - failures.length) }));
  }
}
