// A mail in plain words, as a mailer could write it, in each language that there is.
import { call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect, signal } from '../lib/signal.js';
import { languageName, t } from '../lib/text.js';
import { reading, shown } from './basics.js';
import { purposeWords } from './flow.js';
import { project } from './world.js';

/** The preview of a mail: `kind` and `language` are where it begins; `to` is its reader. */
export function mailPreview({ kind, language = 'en', to = 'ada@example.com', newEmail, choosesKind = false }) {
  const chosen = { kind: signal(kind), language: signal(language) };
  const query = () => new URLSearchParams({ project: project.value, type: chosen.kind.value, language: chosen.language.value, email: to, ...(newEmail ? { newEmail } : {}) });
  const found = reading(() => call('GET', `mail?${query()}`));
  effect(() => { query(); found.load(); });
  const pick = (label, name, values, words) => html`<label class="pick"><span class="hide">${label}</span><select @change=${event => { chosen[name].value = event.target.value; }}>${values.map(value => html`<option value=${value} ?selected=${value === chosen[name].peek()}>${words(value)}</option>`)}</select></label>`;
  return html`<div class="sec"><div class="card mail">${shown(found, mail => html`<div><div class="subbar">${choosesKind ? pick(t('Kind of mail'), 'kind', mail.types, purposeWords) : ''}${pick(t('Language of the mail'), 'language', mail.languages, languageName)}</div><div class="letter" lang=${mail.language} dir=${mail.direction}><p class="soft small"><bdi class="brk">${to}</bdi></p><p class="subject brk">${mail.subject}</p>${mail.paragraphs.map(text => html`<p class="brk">${text}</p>`)}<p><span class="btn main still">${mail.button}</span></p></div></div>`)}</div><p class="soft small">${t('Hearth has no templates of mails yet. This is plain text in the words of the page behind the link; your Mailer decides what is sent.')}</p></div>`;
}
