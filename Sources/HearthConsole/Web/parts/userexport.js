// The sheet that writes what the list of users finds to a file, as JSON or CSV.
import { download } from '../lib/call.js';
import { html } from '../lib/html.js';
import { t } from '../lib/text.js';
import { form, say } from './basics.js';
import { isEmulator, project, tenant } from './world.js';

/** Asks how, and writes a file of what the list finds. `count()` is how many users that are, `null` if unknown. */
export function exportUsers(search, count) {
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
