// The columns of the users' table, which of them this browser shows, and how close its rows stand.
import { html } from '../lib/html.js';
import { computed, signal } from '../lib/signal.js';
import { t } from '../lib/text.js';
import { tag, when } from './basics.js';
import { menu } from './menu.js';
import { methodsOf, way } from './person.js';

function states(user) {
  return html`<span class="ways">${user.disabled ? tag(t('Disabled'), 'bad') : ''}${user.email && !user.emailVerified ? tag(t('Unverified'), 'warn') : ''}${methodsOf(user).length === 0 && (user.customAuth || !user.email) ? tag(user.customAuth ? t('Custom token') : t('Guest')) : ''}${user.mfaInfo?.length ? tag(t('Two factors'), 'ok') : ''}${user.tenantId ? tag(user.tenantId, 'info') : ''}</span>`;
}

const factorsOf = user => (user.mfaInfo ?? []).map(factor => (factor.totpInfo ? ['app', t('Authenticator app')] : ['phone', t('Text message')]));
const ways = list => html`<span class="ways">${list.map(way)}</span>`;

/**
 * The columns beside that of the user, which is always shown. `order` names the sort that the heading turns, `width` the
 * narrowest window in which the column is shown to a reader who has chosen nothing; `null` if it is not shown at all.
 */
const columns = () => [
  { name: 'methods', label: t('Signs in with'), width: 1100, cell: user => ways(methodsOf(user)) },
  { name: 'factors', label: t('Second factors'), width: null, cell: user => ways(factorsOf(user)) },
  { name: 'signedIn', label: t('Last sign-in'), order: 'signedIn', width: 1100, cell: user => when(Number(user.lastLoginAt ?? 0)) },
  { name: 'created', label: t('Created'), order: 'created', width: 1400, cell: user => when(Number(user.createdAt ?? 0)) },
  { name: 'uid', label: t('UID'), order: 'uid', width: null, cell: user => html`<code class="cut">${user.localId}</code>` },
  { name: 'state', label: t('State'), width: 0, cell: states },
];

const kept = { columns: 'hearth.users.columns', density: 'hearth.users.density' };

/** What this browser keeps; a browser that keeps nothing shows the standard. */
function read(key) { try { return localStorage.getItem(key); } catch { return null; } }
function keep(key, value) { try { if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value); } catch { /* it lasts as long as the page */ } }

/** The layout of the table: its columns, its density, and the menu that changes both. */
export function tableLayout() {
  const all = columns();
  const chosen = signal(read(kept.columns)?.split(',') ?? null);
  const isCompact = signal(read(kept.density) === 'compact');
  const fits = ({ width }) => width !== null && matchMedia(`(min-width: ${width}px)`).matches;
  const opened = signal(0);
  const isShown = column => (chosen.value ? chosen.value.includes(column.name) : opened.value >= 0 && fits(column));
  /** The columns, each with the class that hides it where there is no room: beside a drawer and on a telephone. */
  const shown = computed(() => all.flatMap(column => {
    const isChosen = chosen.value?.includes(column.name);
    if (column.name === 'state') return [{ ...column, kind: chosen.value && !isChosen ? 'phone-cell' : '' }];
    if (chosen.value) return isChosen ? [{ ...column, kind: 'roomy' }] : [];
    return column.width === null ? [] : [{ ...column, kind: column.width > 1100 ? 'wider' : 'wide' }];
  }));
  const toggle = column => {
    const now = all.filter(isShown).map(({ name }) => name);
    chosen.value = now.includes(column.name) ? now.filter(name => name !== column.name) : [...now, column.name];
    keep(kept.columns, chosen.peek().join(','));
  };
  const press = isNext => { isCompact.value = isNext; keep(kept.density, isNext ? 'compact' : null); };
  const reset = () => { chosen.value = null; keep(kept.columns, null); press(false); };
  const box = column => html`<label><input type="checkbox" .checked=${() => isShown(column)} @change=${() => toggle(column)}>${column.label}</label>`;
  const radio = (words, isNext) => html`<label><input type="radio" name="density" .checked=${() => isCompact.value === isNext} @change=${() => press(isNext)}>${words}</label>`;
  const group = (words, boxes) => html`<li><fieldset><legend>${words}</legend>${boxes}</fieldset></li>`;
  const choices = menu(t('Columns and density'), 'eye', [
    group(t('Columns'), [html`<label><input type="checkbox" checked disabled>${t('User')}</label>`, ...all.map(box)]),
    group(t('Density'), [radio(t('Comfortable'), false), radio(t('Compact'), true)]),
    html`<li><button type="button" @click=${reset}>${t('Standard')}</button></li>`,
  ], 'choices-menu not-phone');
  // What fits may have changed since it was opened last.
  choices.addEventListener('toggle', () => { opened.value += 1; });
  return {
    get columns() { return shown.value; },
    /** The class of the table. */
    get density() { return isCompact.value ? 'compact' : ''; },
    menu: choices,
  };
}
