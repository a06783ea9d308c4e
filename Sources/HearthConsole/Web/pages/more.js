import { html } from '../lib/html.js';
import { href } from '../lib/route.js';
import { t } from '../lib/text.js';
import { icon } from '../parts/basics.js';
import { languageChoice } from '../parts/languages.js';
import { pagesOf } from '../parts/shell.js';
import { server } from '../parts/world.js';

export default () => html`<div class="page"><div class="head"><h1>${t('More')}</h1></div><ul class="card rows links">${pagesOf(server.peek()).map(([name, page, symbol]) => html`<li>${icon(symbol)}<a class="grow" href=${href(page)}>${t(name)}</a></li>`)}<li>${languageChoice()}</li></ul></div>`;
