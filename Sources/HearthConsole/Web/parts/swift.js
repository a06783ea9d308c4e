// The source of a Swift test that begins with what is shown: an account, a document, or everything.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { copyButton, failure } from './basics.js';
import { project } from './world.js';

const source = part => call('POST', 'fixture', { project: project.peek(), ...part });

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
  return html`<div class="sec"><form class="acts" @submit=${write}>${box('accounts', t('Accounts'))}${hasDocuments ? box('documents', t('Documents')) : ''}<button class="btn" type="submit">${t('Write the test')}</button></form>${() => (trouble.value ? failure(trouble.value) : '')}${() => (written.value ? html`<div class="card"><div class="subbar"><span class="grow soft small">SavedStateTests.swift</span>${copyButton(written.value.source, t('Copy the test'), { bare: false, words: t('Copy') })}</div><pre tabindex="0" class="tall">${written.value.source}</pre></div>` : '')}</div>`;
}

/** A button that copies the test of one account or one document. */
export const copySwiftTest = part => copyButton(async () => (await source(part)).source, t('Copy as a Swift test'), { bare: false, words: t('Swift test') });
