// The source of a Swift test: one that begins with an account, a document or everything, and one that repeats a flow.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { copyButton, failure, icon } from './basics.js';
import { project } from './world.js';

const source = part => call('POST', 'fixture', { project: project.peek(), ...part });

const shownTest = (file, text) => html`<div class="card"><div class="subbar"><span class="grow soft small brk">${file}</span>${copyButton(text, t('Copy the test'), { bare: false, words: t('Copy') })}</div><pre tabindex="0" class="tall">${text}</pre></div>`;

/** A form that writes the test; `part(values)` says of what. */
export function swiftTest(part, hasDocuments) {
  const written = signal(null);
  const trouble = signal(null);
  const write = async event => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    [written.value, trouble.value] = [null, null];
    try { written.value = await source(part(values)); } catch (error) { trouble.value = error; }
  };
  const box = (name, words) => html`<label class="line"><input type="checkbox" name=${name} .checked=${true}> ${words}</label>`;
  return html`<div class="sec"><form class="acts" @submit=${write}>${box('accounts', t('Accounts'))}${hasDocuments ? box('documents', t('Documents')) : ''}<button class="btn" type="submit">${t('Write the test')}</button></form>${() => (trouble.value ? failure(trouble.value) : '')}${() => (written.value ? shownTest('SavedStateTests.swift', written.value.source) : '')}</div>`;
}

/** A button that copies the test of one account or one document. */
export const copySwiftTest = part => copyButton(async () => (await source(part)).source, t('Copy as a Swift test'), { bare: false, words: t('Swift test') });

/** A button that writes the test of a flow, and the test below it. */
export function flowTest(flow) {
  const written = signal(null);
  const trouble = signal(null);
  const write = async () => {
    [written.value, trouble.value] = [null, null];
    try { written.value = await call('GET', `flows/${flow.id}/test?project=${encodeURIComponent(project.peek())}`); } catch (error) { trouble.value = error; }
  };
  return html`<div class="sec flowacts"><div class="acts"><button class="btn tight" type="button" @click=${write}>${icon('doc', 's')}${t('Write as a Swift test')}</button></div>${() => (trouble.value ? failure(trouble.value) : '')}${() => (written.value ? shownTest(written.value.file, written.value.source) : '')}</div>`;
}
