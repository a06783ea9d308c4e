// Firestore's security rules: their source, what the compiler says of it, and what each condition gave so far.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { place } from '../lib/route.js';
import { effect, signal } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { empty, failure, reading, say, shown, tag } from '../parts/basics.js';
import { changes, project } from '../parts/world.js';

const address = verb => `emulator/v1/projects/${encodeURIComponent(project.peek())}:${verb}`;
const start = "rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n    match /{document=**} {\n      allow read, write: if true;\n    }\n  }\n}\n";

async function read() {
  try {
    const report = await api('GET', address('ruleCoverage'));
    return { source: report.rules?.files?.[0]?.content ?? '', report: report.report ?? [], isLoaded: true };
  } catch (error) {
    if (error.status !== 404) throw error;
    return { source: start, report: [], isLoaded: false };
  }
}

/** A value of the report, which names its type: `{boolValue: true}`. */
const plain = value => (value && typeof value === 'object' && Object.keys(value).length === 1 ? Object.values(value)[0] : value);

const kinds = new Map([[true, 'ok'], [false, 'warn']]);

const gave = values => (values?.length
  ? values.map(({ value, count }) => tag(`${JSON.stringify(plain(value))} × ${number(count)}`, kinds.get(plain(value)) ?? 'bad'))
  : tag(t('never evaluated'), 'info'));

function coverage({ source, report }) {
  const lines = source.split('\n');
  return html`<ul class="card rows">${report.map(node => html`<li><span class="num soft">${t('line {line}', { line: node.sourcePosition.line })}</span><code class="grow cut">${lines[node.sourcePosition.line - 1]?.trim() ?? ''}</code><span class="ways">${gave(node.values)}</span></li>`)}</ul>`;
}

export default function rules() {
  const found = reading(read);
  const issues = signal(null);
  const trouble = signal(null);
  effect(() => { project.value; changes.data.value; found.load(); });
  const area = html`<textarea id="rules-source" class="mono source" rows="22" spellcheck="false" autocomplete="off" wrap="off"></textarea>`;
  let shownSource = null;
  effect(() => {
    const source = found.value.data?.source;
    // What is being written stays when the server's copy is read again.
    if (source !== undefined && (shownSource === null || area.value === shownSource)) { area.value = source; shownSource = source; }
  });
  const save = async event => {
    event.preventDefault();
    trouble.value = null;
    try {
      const source = area.value;
      const answer = await api('PUT', address('securityRules'), { rules: { files: [{ name: 'firestore.rules', content: source }] }, ignore_errors: true });
      issues.value = answer.issues ?? [];
      const isRefused = issues.peek().some(issue => /error/i.test(issue.severity));
      if (!isRefused) { shownSource = source; say(t('The rules are in force')); await found.load(); }
    } catch (error) { trouble.value = error; }
  };
  const lineStart = line => area.value.split('\n').slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const goTo = issue => {
    const start = lineStart(issue.sourcePosition.line) + issue.sourcePosition.column - 1;
    area.focus();
    area.setSelectionRange(start, start + 1);
  };
  // A verdict beside a document leads to its line.
  const asked = Number(place.peek().query.get('line'));
  if (asked > 0) {
    const end = effect(() => {
      if (!found.value.data) return;
      queueMicrotask(() => { end(); area.focus(); area.setSelectionRange(lineStart(asked), lineStart(asked + 1) - 1); area.scrollTop = (asked - 4) * (area.scrollHeight / area.value.split('\n').length); });
    });
  }
  const list = () => {
    if (issues.value === null) return '';
    if (issues.value.length === 0) return html`<div class="note"><p>${t('The rules compile, and are in force.')}</p></div>`;
    return html`<ul class="card rows" aria-label=${t('Issues')}>${issues.value.map(issue => html`<li>${tag(issue.severity, /error/i.test(issue.severity) ? 'bad' : 'warn')}<span class="grow brk">${issue.description}</span><button class="btn tight" type="button" @click=${() => goTo(issue)}>${t('line {line}', { line: issue.sourcePosition.line })}</button></li>`)}</ul>`;
  };
  return html`<div class="page scroll"><div class="head"><h1>${t('Rules')}</h1></div>${shown(found, data => html`<div class="contents">
${data.isLoaded ? '' : html`<p class="soft block">${t('No rules are loaded: everything is allowed. These would say the same.')}</p>`}
<form class="sec block" @submit=${save}><label class="hide" for="rules-source">${t('Source of the rules')}</label>${area}<div class="acts"><button class="btn main" type="submit">${t('Put into force')}</button></div></form>
<section class="block" aria-live="polite">${() => (trouble.value ? failure(trouble.value) : '')}${list}</section>
<section class="sec block"><h2>${t('What conditions gave')}</h2>${data.report.length ? coverage(data) : empty(t('No conditions'), t('Each condition shows here how often it was true, false or an error.'))}</section></div>`)}</div>`;
}
