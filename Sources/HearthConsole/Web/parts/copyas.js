// A request of the log as source: for a shell, for Swift and for a browser.

const skipped = /^(host|content-length|connection|accept-encoding|accept-language|origin|referer|sec-|user-agent)/i;
const isForm = ({ request }) => /form-urlencoded/.test(request.fields['Content-Type'] ?? request.fields['content-type'] ?? '');

/** The address, the fields and the body that matter. */
function parts(detail) {
  const fields = Object.entries(detail.request.fields).filter(([name]) => !skipped.test(name));
  const { body, text } = detail.request;
  return { url: `${location.origin}${detail.target}`, fields, body: body === undefined ? text ?? null : isForm(detail) ? String(new URLSearchParams(body)) : JSON.stringify(body) };
}

/** For a shell: quotes end a text and begin it again. */
export function curl(detail) {
  const quote = text => `'${String(text).replace(/'/g, "'\\''")}'`;
  const { url, fields, body } = parts(detail);
  return ['curl', `-X ${detail.method}`, quote(url), ...fields.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`), ...(body === null ? [] : [`--data-raw ${quote(body)}`])].join(' ');
}

/** A Swift literal: raw, with as many signs around it as its text needs. */
function literal(text) {
  if (/[\u0000-\u001f\u007f]/.test(text)) return `"${[...text].map(sign => (sign === '"' || sign === '\\' ? `\\${sign}` : sign < ' ' || sign === '\u007f' ? `\\u{${sign.codePointAt(0).toString(16)}}` : sign)).join('')}"`;
  const hashes = '#'.repeat(1 + Math.max(0, ...[...text.matchAll(/["\\](#*)/g)].map(found => found[1].length)));
  return /["\\]/.test(text) ? `${hashes}"${text}"${hashes}` : `"${text}"`;
}

/** For Swift. */
export function urlSession(detail) {
  const { url, fields, body } = parts(detail);
  return [
    `var request = URLRequest(url: URL(string: ${literal(url)})!)`,
    `request.httpMethod = ${literal(detail.method)}`,
    ...fields.map(([name, value]) => `request.setValue(${literal(value)}, forHTTPHeaderField: ${literal(name)})`),
    ...(body === null ? [] : [`request.httpBody = Data(${literal(body)}.utf8)`]),
    'let (data, response) = try await URLSession.shared.data(for: request)',
  ].join('\n');
}

/** For a browser. */
export function fetchCall(detail) {
  const { url, fields, body } = parts(detail);
  const options = { method: detail.method, headers: Object.fromEntries(fields), ...(body === null ? {} : { body }) };
  return `const answer = await fetch(${JSON.stringify(url)}, ${JSON.stringify(options, null, 2)});`;
}
