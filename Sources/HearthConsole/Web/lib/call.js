// Calls to the server: one function, one error. Nothing is sent to another origin, ever.

/** What went wrong with a call. */
export class Trouble extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether the server was not reached at all. */
  get isOffline() { return this.status === 0; }
}

/** What is thrown where no answer came. */
export const unreachable = (message = 'The server does not answer.') => new Trouble(0, 'UNREACHABLE', message);

/** A module that is fetched at the moment of its use; `load()` imports it. Throws `Trouble` if no answer came. */
export async function fetched(load) {
  try { return await load(); } catch { throw unreachable(); }
}

let writeToken = '1';
let lift = async () => false;

/** Sets what every call carries: in production the token that belongs to the session, without which nothing is written. */
export const useWriteToken = token => { writeToken = token ?? '1'; };

/** Sets what is asked when a call is refused for want of a session or of a recent proof; `true` sends the call again. */
export const onRefusal = ask => { lift = ask; };

/** Sends a request and lets the reader lift a refusal once, by signing in or proving again. */
export async function call(method, path, body, options) {
  try {
    return await send(method, path, body, options);
  } catch (error) {
    if (error instanceof Trouble && await lift(error)) return send(method, path, body, options);
    throw error;
  }
}

/** Sends a request below `/console/v1`. */
async function request(method, path, body, { signal, ifMatch } = {}) {
  try {
    return await fetch(`/console/v1/${path}`, {
      method,
      signal,
      headers: { 'X-Hearth-Console': writeToken, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...(ifMatch ? { 'If-Match': ifMatch } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

/** The text of an answer, and its document if it is one. */
async function read(answer) {
  const text = await answer.text();
  try { return { text, document: text === '' ? {} : JSON.parse(text) }; } catch { return { text, document: null }; }
}

function trouble(answer, { text, document }) {
  const error = document?.error ?? document?.[0]?.error ?? {};
  return new Trouble(answer.status, error.status ?? `HTTP_${answer.status}`, error.message ?? text.slice(0, 200) ?? '');
}

const troubleOf = async answer => trouble(answer, await read(answer));

/**
 * Sends a request below `/console/v1` and returns the JSON of its answer; with `tagged` as `{document, tag}`, whose tag
 * a later write names as `ifMatch`, to be refused if the document is another one by then.
 */
export async function send(method, path, body, options = {}) {
  const answer = await request(method, path, body, options);
  const content = await read(answer);
  if (!answer.ok || content.document === null) throw trouble(answer, content);
  return options.tagged ? { document: content.document, tag: answer.headers.get('ETag') } : content.document;
}

/** Calls the API of a service as its administrator: the same operations that an Admin SDK calls. */
export const api = (method, path, body, options) => call(method, `api/${path}`, body, options);

/** Calls an operation as an app calls it, without any right but that of the tokens in the body. */
export const asApp = (method, path, body, options) => call(method, `app/${path}`, body, options);

/** Sends a request and saves its answer as a file of the reader. */
export async function download(path, body, name) {
  let answer = await request('POST', path, body);
  if (!answer.ok) {
    const error = await troubleOf(answer);
    if (!await lift(error)) throw error;
    answer = await request('POST', path, body);
    if (!answer.ok) throw await troubleOf(answer);
  }
  let content;
  try { content = await answer.blob(); } catch { throw unreachable('The file broke off before its end. Nothing was saved.'); }
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
