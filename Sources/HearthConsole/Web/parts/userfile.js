// Files of users: Firebase's JSON and CSV, and the console's own CSV, read into rows that know their lines.
import { t } from '../lib/text.js';

const members = ['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'photoUrl', 'lastSignedInAt', 'lastLoginAt', 'createdAt', 'phoneNumber', 'disabled', 'customAttributes', 'mfaInfo', 'providerUserInfo'];

/** Firebase's columns, which have no head: those of a user, and where the four of each provider begin. */
const columns = { 0: 'localId', 1: 'email', 2: 'emailVerified', 3: 'passwordHash', 4: 'salt', 5: 'displayName', 6: 'photoUrl', 23: 'createdAt', 24: 'lastSignedInAt', 25: 'phoneNumber', 26: 'disabled', 27: 'customAttributes' };
const providerColumns = { 7: 'google.com', 11: 'facebook.com', 15: 'twitter.com', 19: 'github.com', 28: 'apple.com', 32: 'microsoft.com', 36: 'gc.apple.com', 40: 'playgames.google.com', 44: 'linkedin.com', 48: 'yahoo.com' };
const providerMembers = ['rawId', 'email', 'displayName', 'photoUrl'];

const inShort = names => names.slice(0, 5).map(name => name.slice(0, 40)).join(', ');

/** The rows of a file: `{line, user}`, or `{line, trouble}` for one that is no user. Throws if it is no such file. */
export function readUsers(text, name) {
  const rows = name.toLowerCase().endsWith('.csv') ? fromCSV(text) : fromJSON(text);
  const lines = new Map();
  return rows.map(row => {
    if (row.trouble) return row;
    const { localId } = row.user;
    if (typeof localId !== 'string' || localId === '') return { line: row.line, trouble: t('The localId is missing.') };
    if (lines.has(localId)) return { line: row.line, trouble: t('The localId stands in line {line} already.', { line: lines.get(localId) }) };
    lines.set(localId, row.line);
    return row;
  });
}

function fromJSON(text) {
  let document;
  try { document = JSON.parse(text); } catch (error) { throw new Error(t('The file is no JSON: {reason}', { reason: error.message })); }
  const users = Array.isArray(document) ? document : document?.users;
  if (!Array.isArray(users)) throw new Error(t('The file has no list “users”.'));
  const lines = linesOf(text, !Array.isArray(document));
  return users.map((user, k) => {
    const line = lines[k] ?? 0;
    if (user === null || typeof user !== 'object' || Array.isArray(user)) return { line, trouble: t('This is no user: an object is expected.') };
    const unknown = Object.keys(user).filter(member => !members.includes(member));
    return unknown.length ? { line, trouble: t('Unknown members: {names}', { names: inShort(unknown) }) } : { line, user: onWire(user) };
  });
}

/** The lines on which the elements of the list of users begin. */
function linesOf(text, isInObject) {
  const [lines, level] = [[], isInObject ? 2 : 1];
  let [line, depth, isText, isIn, name] = [1, 0, false, !isInObject, ''];
  for (let k = 0; k < text.length; k += 1) {
    const sign = text[k];
    if (sign === '\n') line += 1;
    if (isText) {
      if (sign === '\\') k += 1; else if (sign === '"') isText = false; else if (depth === 1) name += sign;
    } else if (sign === '"') {
      isText = true;
      if (depth === 1) name = '';
      if (isIn && depth === level) lines.push(line);
    } else if (sign === '{' || sign === '[') {
      if (isIn && depth === level) lines.push(line);
      depth += 1;
      if (isInObject && depth === 2) isIn = sign === '[' && name === 'users';
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
    } else if (isIn && depth === level && /[\w-]/.test(sign) && !/[\w.+-]/.test(text[k - 1])) lines.push(line);
  }
  return lines;
}

/** A user with the names of the wire. */
function onWire({ lastSignedInAt, ...user }) {
  const sent = { ...user, ...(lastSignedInAt === undefined ? {} : { lastLoginAt: lastSignedInAt }) };
  for (const name of ['createdAt', 'lastLoginAt']) if (typeof sent[name] === 'number') sent[name] = String(sent[name]);
  return sent;
}

/** The records of a CSV file: `{line, cells}`. */
function records(text) {
  const found = [];
  let [cells, cell, line, start, isQuoted] = [[], '', 1, 1, false];
  const end = () => { cells.push(cell); cell = ''; };
  const finish = () => { end(); if (cells.some(value => value !== '')) found.push({ line: start, cells }); cells = []; };
  for (let k = 0; k < text.length; k += 1) {
    const sign = text[k];
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[k + 1] === '"') { cell += '"'; k += 1; } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === ',') end();
    else if (sign === '\n') { finish(); start = line; } else if (sign !== '\r') cell += sign;
  }
  if (isQuoted) throw new Error(t('A quotation mark of line {line} is never closed.', { line: start }));
  finish();
  return found;
}

/** A cell without the apostrophe that keeps a spreadsheet from taking it for a formula. */
const plain = cell => cell.replace(/^'(?=[=+\-@\t\r])/, '').trim();

function fromCSV(text) {
  const all = records(text.replace(/^\ufeff/, ''));
  const head = all[0]?.cells.map(cell => cell.trim());
  if (!head?.includes('localId')) return all.map(record => row(record, firebaseCells(record.cells)));
  const unknown = head.filter(name => name !== '' && !members.includes(name));
  if (unknown.length) throw new Error(t('Unknown columns: {names}', { names: inShort(unknown) }));
  return all.slice(1).map(record => row(record, Object.fromEntries(head.map((name, k) => [name, plain(record.cells[k] ?? '')]))));
}

function firebaseCells(cells) {
  const user = Object.fromEntries(Object.entries(columns).map(([k, name]) => [name, plain(cells[k] ?? '')]));
  const providers = Object.entries(providerColumns).filter(([k]) => plain(cells[k] ?? '') !== '').map(([k, providerId]) => ({
    providerId, ...Object.fromEntries(providerMembers.map((name, offset) => [name, plain(cells[Number(k) + offset] ?? '')]).filter(([, value]) => value !== '')),
  }));
  return providers.length ? { ...user, providerUserInfo: JSON.stringify(providers) } : user;
}

function row({ line }, cells) {
  const user = {};
  for (const [name, cell] of Object.entries(cells)) {
    if (cell === '' || name === '') continue;
    if (name === 'emailVerified' || name === 'disabled') {
      if (!/^(true|false)$/i.test(cell)) return { line, trouble: t('“{name}” is true or false, not “{value}”.', { name, value: cell.slice(0, 40) }) };
      user[name] = cell.toLowerCase() === 'true';
    } else if (name === 'providerUserInfo' || name === 'mfaInfo') {
      try { user[name] = JSON.parse(cell); } catch { return { line, trouble: t('“{name}” is no JSON.', { name }) }; }
    } else user[name] = cell;
  }
  return { line, user: onWire(user) };
}
