import { html } from '../lib/html.js';
import { t } from '../lib/text.js';
import { empty } from '../parts/basics.js';

export default () => html`<div class="page"><h1 class="hide">${t('No such page')}</h1>${empty(t('No such page'), t('The console has no page at this address.'), html`<a class="btn" href="/console">${t('Overview')}</a>`)}</div>`;
