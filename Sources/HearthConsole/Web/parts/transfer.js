// Users to files and from files: what the list finds as JSON or CSV, and the sheet that takes a file in.
import { download } from '../lib/call.js';
import { html } from '../lib/html.js';
import { t } from '../lib/text.js';
import { form, icon, say } from './basics.js';
import { isEmulator, may, project, tenant } from './world.js';

/** Asks how, and writes a file of what the list finds. `count()` is how many users that are, `null` if unknown. */
function exportUsers(search, count) {
  const known = count();
  const kind = (name, words, hint, isFirst) => html`<label class="toggle"><input type="radio" name="format" value=${name} .checked=${isFirst}><span>${words}<span class="soft">${hint}</span></span></label>`;
  return form(t('Export users'), [
    html`<p>${known === null ? t('All users that match are written into one file.') : t('Users in the file: {count}', { count: known })}</p>`,
    html`<fieldset class="choices"><legend class="hide">${t('Format')}</legend>${kind('json', 'JSON', t('As firebase auth:export writes it; auth:import reads it.'), true)}${kind('csv', 'CSV', t('For spreadsheets. What could be a formula stands behind an apostrophe.'), false)}</fieldset>`,
    html`<label class="toggle"><input type="checkbox" name="hashes" .checked=${isEmulator()}><span>${t('With password hashes')}<span class="soft">${t('Needed to sign in with the same passwords after an import. Keep such a file as you keep passwords.')}</span></span></label>`,
  ], t('Export'), async values => {
    await download('users:export', { project: project.peek(), ...(tenant.peek() ? { tenant: tenant.peek() } : {}), ...search(), format: values.format, hashes: values.hashes === 'on' }, `users-${tenant.peek() || project.peek()}.${values.format}`);
    say(t('The file was written'));
  });
}

/** What there is to do beside adding a user, behind one button. */
export function transferMenu(search, count, marked, load) {
  const close = event => { event.target.closest('details').open = false; };
  const item = (symbol, words, run) => html`<li><button type="button" @click=${event => { close(event); run(); }}>${icon(symbol)}${words}</button></li>`;
  const take = async () => (await import('./userimport.js')).importUsers(load);
  const items = [
    may('editUsers') ? item('folder', t('Import users'), take) : '',
    may('exportUsers') ? item('open', t('Export users'), () => exportUsers(search, count)) : '',
    may('assistUsers') ? item('check', t('Choose all that match'), () => marked.all()) : '',
  ].filter(Boolean);
  if (items.length === 0) return '';
  const press = event => { if (event.key === 'Escape' && event.currentTarget.open) { event.stopPropagation(); event.currentTarget.open = false; event.currentTarget.firstElementChild.focus(); } };
  const leave = event => { if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false; };
  return html`<details class="menu" @keydown=${press} @focusout=${leave}><summary class="btn" aria-label=${t('More about all users')}>${icon('more', 's')}</summary><ul>${items}</ul></details>`;
}
