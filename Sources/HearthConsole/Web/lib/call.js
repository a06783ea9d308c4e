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

/**
 * Sends a request below `/console/v1` and returns the JSON of its answer; with `tagged` as `{document, tag}`, whose tag
 * a later write names as `ifMatch`, to be refused if the document is another one by then.
 */
export async function send(method, path, body, { signal, ifMatch, tagged } = {}) {
  let answer;
  try {
    answer = await fetch(`/console/v1/${path}`, {
      method,
      signal,
      headers: { 'X-Hearth-Console': writeToken, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...(ifMatch ? { 'If-Match': ifMatch } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Trouble(0, 'UNREACHABLE', 'The server does not answer.');
  }
  const text = await answer.text();
  let document = null;
  try { document = text === '' ? {} : JSON.parse(text); } catch { /* told below */ }
  if (!answer.ok || document === null) {
    const error = document?.error ?? document?.[0]?.error ?? {};
    throw new Trouble(answer.status, error.status ?? `HTTP_${answer.status}`, error.message ?? text.slice(0, 200) ?? '');
  }
  return tagged ? { document, tag: answer.headers.get('ETag') } : document;
}

/** Calls the API of a service as its administrator: the same operations that an Admin SDK calls. */
export const api = (method, path, body, options) => call(method, `api/${path}`, body, options);

/** Calls an operation as an app calls it, without any right but that of the tokens in the body. */
export const asApp = (method, path, body, options) => call(method, `app/${path}`, body, options);
