// The token inspector: what a token says, what is wrong with it at a moment, and when what begins to fail.
import { html } from '../lib/html.js';
import { computed, effect, signal, untracked } from '../lib/signal.js';
import { ago, moment, t } from '../lib/text.js';
import { empty, failure, json } from '../parts/basics.js';
import { negativeTokens } from '../parts/negative.js';
import { checks, differences, inspect, turns } from '../parts/tokencheck.js';
import { changes, clockOffset, project } from '../parts/world.js';

/** Where the slider ends: a little before the first and after the last of a token's own times, and now. */
function range(found, now) {
  const times = [now, ...found.flatMap(one => one.turns.map(turn => turn.at))];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((last - first) / 10, 60000);
  return [first - margin, last + margin].map(time => Math.round(time / 1000));
}

/** A moment as the field for dates writes it. */
function fieldValue(milliseconds) {
  const date = new Date(milliseconds);
  const two = value => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** A token that is inspected: its text, and what was found. */
function slot(at) {
  const text = signal('');
  const state = signal({});
  let run = 0;
  const look = async () => {
    const mine = run += 1;
    const token = text.peek().trim().replace(/^Bearer\s+/i, '');
    if (!token) { state.value = {}; return; }
    try {
      const found = await inspect(token, at.peek());
      if (mine === run) state.value = { found };
    } catch (error) { if (mine === run) state.value = { error }; }
  };
  effect(() => { text.value; at.value; project.value; changes.users.value; changes.clock.value; untracked(look); });
  return { text, state };
}

const paste = (label, one) => html`<label class="field"><b>${label}</b><textarea class="mono input" rows="4" spellcheck="false" autocomplete="off" .value=${() => one.text.value} @input=${event => { one.text.value = event.target.value; }}></textarea></label>`;

function asOf(at, found) {
  const now = () => Date.now() + clockOffset.value;
  const bounds = computed(() => range(found.value, now()));
  const choose = milliseconds => { at.value = milliseconds; };
  return html`<section class="block card pad sec asof" aria-label=${t('As of')}><div class="line"><h2 class="grow">${t('As of')}</h2><span class="soft small num">${() => (at.value == null ? t('now, by the emulator’s clock') : ago(at.value, now()))}</span></div><input type="range" aria-label=${t('The moment for which the tokens are judged')} aria-valuetext=${() => moment(at.value ?? now())} min=${() => bounds.value[0]} max=${() => bounds.value[1]} .value=${() => { bounds.value; return Math.round((at.value ?? now()) / 1000); }} @input=${event => choose(Number(event.target.value) * 1000)}><div class="acts"><label>${t('Moment')} <input class="input" type="datetime-local" step="1" .value=${() => fieldValue(at.value ?? now())} @change=${event => { if (event.target.value) choose(Date.parse(event.target.value)); }}></label><button class="btn" type="button" ?disabled=${() => at.value == null} @click=${() => choose(null)}>${t('Now')}</button></div>${() => found.value.map((one, k) => (one.turns.length ? html`<div class="sec">${found.value.length > 1 ? html`<h3>${k ? t('Second token') : t('First token')}</h3>` : ''}${turns(one, now(), choose)}</div>` : ''))}</section>`;
}

export default function tokens() {
  const at = signal(null);
  const [first, second] = [slot(at), slot(at)];
  const hasTwo = signal(false);
  const shown = computed(() => [first, ...(hasTwo.value ? [second] : [])].map(one => one.state.value));
  const found = computed(() => shown.value.map(one => one.found).filter(Boolean));
  const names = [t('First token'), t('Second token')];
  const drop = event => { const text = event.dataTransfer?.getData('text'); if (text) { event.preventDefault(); first.text.value = text; } };
  const look = token => { first.text.value = token; at.value = null; document.querySelector('main textarea')?.focus(); };
  const hasTimes = computed(() => found.value.some(one => one.turns.length));
  return html`<div class="page scroll" @drop=${drop}><div class="head"><h1>${t('Tokens')}</h1></div><div class="block two">${paste(t('Paste or drop a token of any kind'), first)}${() => (hasTwo.value ? paste(t('Second token, to compare'), second) : html`<div class="acts aside"><button class="btn" type="button" @click=${() => { hasTwo.value = true; }}>${t('Compare with a second token')}</button></div>`)}</div><p class="soft small block">${t('It stays in this page and goes to this server alone. ID token, session cookie, custom token, refresh token, App Check or an identity provider’s: the server says which it is, and uses none of them up.')}</p>
${() => shown.value.filter(one => one.error).map(one => failure(one.error))}
${() => (hasTimes.value ? untracked(() => asOf(at, found)) : '')}
<div aria-live="polite" class="contents">${() => (found.value.length ? html`<div class="block two">${found.value.map((one, k) => checks(one, names[k]))}</div>` : html`<div class="block card">${empty(t('No token yet'), t('“Sign in as” of any user makes one.'))}</div>`)}</div>
${() => (found.value.length === 2 ? html`<div class="block">${differences(...found.value)}</div>` : found.value.length === 1 && found.value[0].kind !== 'unknown' && found.value[0].kind !== 'refreshToken' ? html`<div class="block two"><section class="sec"><h3>${t('Claims')}</h3><div class="card">${json(found.value[0].claims)}</div></section><section class="sec"><h3>${t('Header')}</h3><div class="card">${json(found.value[0].header)}</div></section></div>` : '')}
${negativeTokens(look)}</div>`;
}
