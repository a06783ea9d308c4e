// The choice of the reader's language, each by its own name.
import { html } from '../lib/html.js';
import { chooseLanguage, language, languages, t } from '../lib/text.js';
import { icon } from './basics.js';

export const languageChoice = () => html`<label class="language">${icon('globe')}<span class="hide">${t('Language')}</span><select @change=${event => chooseLanguage(event.target.value)}>${Object.entries(languages).map(([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language.peek()}>${name}</option>`)}</select></label>`;
