// Tagged templates. The static strings become one <template> per call site, through the only Trusted Types policy of
// the console; values reach the page as text nodes, attributes and listeners, never as markup.
import { effect } from './signal.js';

const policy = globalThis.trustedTypes?.createPolicy('hearth', { createHTML: text => text }) ?? { createHTML: text => text };
const templates = new WeakMap();
const mark = 'h-9c27';

/** An address that may stand in `href`; anything that is no page becomes `about:blank`. */
export function safeURL(text) {
  const url = String(text);
  return /^(https?:|mailto:|\/|\.|#|\?)/i.test(url.trim()) ? url : 'about:blank';
}

function prepare(strings) {
  let text = strings[0];
  for (let k = 1; k < strings.length; k += 1) {
    const isInTag = text.lastIndexOf('<') > text.lastIndexOf('>');
    text += (isInTag ? `${mark}-${k - 1}` : `<!--${mark}-${k - 1}-->`) + strings[k];
  }
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(text.trim());
  const parts = [];
  collect(template.content, [], parts);
  return { template, parts };
}

function collect(node, path, parts) {
  if (node.nodeType === 8 && node.data.startsWith(mark)) {
    parts.push({ path, index: Number(node.data.slice(mark.length + 1)), kind: 'child' });
  }
  if (node.nodeType === 1) {
    for (const { name, value } of [...node.attributes]) {
      if (!value.startsWith(mark)) continue;
      node.removeAttribute(name);
      const kind = { '@': 'event', '.': 'property', '?': 'flag' }[name[0]] ?? 'attribute';
      parts.push({ path, index: Number(value.slice(mark.length + 1)), kind, name: name.replace(/^[@.?]/, '') });
    }
  }
  [...node.childNodes].forEach((child, k) => collect(child, [...path, k], parts));
}

function set(node, part, value) {
  switch (part.kind) {
    case 'event': node.addEventListener(part.name, value); return;
    case 'property': node[part.name] = value; return;
    case 'flag': node.toggleAttribute(part.name, Boolean(value)); return;
    default:
      if (value == null || value === false) node.removeAttribute(part.name);
      else node.setAttribute(part.name, part.name === 'href' || part.name === 'src' ? safeURL(value) : String(value));
  }
}

const unseen = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** Text as the page shows it: what would turn the direction of other texts, or is no letter, stands there as its number. */
export const visible = text => text.replace(unseen, sign => (sign === '\r' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** What a value is in the page. */
export function toNode(value) {
  if (value instanceof Node) return value;
  if (Array.isArray(value)) {
    const all = document.createDocumentFragment();
    all.append(...value.map(toNode));
    return all;
  }
  return document.createTextNode(value == null || value === false ? '' : visible(String(value)));
}

function bind(node, part, value) {
  if (part.kind === 'child') { bindChild(node, value); return; }
  if (typeof value === 'function' && part.kind !== 'event' && part.kind !== 'property') {
    effect(() => set(node, part, value()));
  } else if (typeof value === 'function' && part.kind === 'property') {
    effect(() => set(node, part, value()));
  } else {
    set(node, part, value);
  }
}

function bindChild(node, value) {
  if (typeof value !== 'function') { node.replaceWith(toNode(value)); return; }
  let nodes = [node];
  effect(() => {
    const next = toNode(value());
    const fresh = next.nodeType === 11 ? [...next.childNodes] : [next];
    if (fresh.length === 0) fresh.push(document.createComment(''));
    const place = nodes.find(old => old.parentNode);
    if (place) place.before(...fresh);
    for (const old of nodes) if (!fresh.includes(old)) old.remove();
    nodes = fresh;
  });
}

/** Makes nodes: `html\`<li @click=${f} ?hidden=${() => g()}>${name}</li>\``. A function is read again when it changes. */
export function html(strings, ...values) {
  let made = templates.get(strings);
  if (!made) templates.set(strings, made = prepare(strings));
  const root = document.importNode(made.template.content, true);
  const found = made.parts.map(part => part.path.reduce((node, k) => node.childNodes[k], root));
  made.parts.forEach((part, k) => bind(found[k], part, values[part.index]));
  return root.childNodes.length === 1 ? root.firstChild : root;
}
