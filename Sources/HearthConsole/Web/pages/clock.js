// The emulator's clock: what expires later can be seen now, and what a move would do is told before it is made.
import { api, call } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect, onEnd, signal, untracked } from '../lib/signal.js';
import { alone, moment, t } from '../lib/text.js';
import { failure, reading, say, shown, tag } from '../parts/basics.js';
import { offsetWords } from '../parts/shell.js';
import { changes, emulator, project } from '../parts/world.js';

const steps = [['−1 d', -86400], ['−1 h', -3600], ['−5 min', -300], ['+5 min', 300], ['+1 h', 3600], ['+1 d', 86400], ['+30 d', 2592000]];
const back = { offset: 0 };

const things = [['mailedCodes', '1 mailed code', '{count} mailed codes'], ['textedCodes', '1 texted code', '{count} texted codes'], ['pendingSignIns', '1 sign-in before its second step', '{count} sign-ins before their second step'], ['phoneProofs', '1 proved number', '{count} proved numbers'], ['idTokens', '1 ID token', '{count} ID tokens']];

/** What is counted, as words: `2 mailed codes, 14 ID tokens`. */
const countWords = amounts => things.filter(([name]) => amounts[name]).map(([name, one, many]) => (amounts[name] === 1 ? t(one) : t(many, { count: amounts[name] }))).join(', ');

/** What a move would do, in sentences. */
export function effectWords(preview) {
  if (!preview) return t('The clock shows the years 1970 to 9999.');
  const [ends, returns] = [countWords(preview.ending), countWords(preview.returning)];
  const said = [ends && t('Expires: {things}', { things: ends }), returns && t('Valid again: {things}', { things: returns }), preview.futureTokens && t('From the future: {things}', { things: countWords({ idTokens: preview.futureTokens }) })].filter(Boolean);
  if (said.length === 0) return t('Nothing expires');
  return preview.exact ? said.join('. ') : `${said.join('. ')}. ${t('There is more than was counted.')}`;
}

const previewsOf = async moves => (await call('POST', 'clock:preview', { project: project.peek(), moves })).previews;

/** The form for a date, which says what it would do while it is filled in. */
function dateForm(change) {
  const words = signal('');
  let run = 0;
  const value = input => (input.value ? new Date(input.value).toISOString() : null);
  const look = async event => {
    const now = value(event.target);
    const mine = run += 1;
    if (!now) { words.value = ''; return; }
    try {
      const [preview] = await previewsOf([{ now }]);
      if (mine === run) words.value = effectWords(preview);
    } catch (error) { if (mine === run) words.value = error.message; }
  };
  const set = event => { event.preventDefault(); const now = value(event.target.elements.now); if (now) change({ now }); };
  return html`<form class="acts mid" @submit=${set}><label>${t('Go to')} <input class="input" type="datetime-local" name="now" step="1" @input=${look} aria-describedby="date-effect"></label><button class="btn" type="submit">${t('Set')}</button><p class="soft small full" id="date-effect" aria-live="polite">${() => words.value}</p></form>`;
}

export default function clock() {
  const found = reading(async () => ({ ...(await api('GET', emulator('clock'))), readAt: Date.now() }));
  const moves = [...steps.map(([, advanceSeconds]) => ({ advanceSeconds })), back];
  const previews = reading(() => previewsOf(moves));
  const trouble = signal(null);
  const tick = signal(0);
  const timer = setInterval(() => { tick.value += 1; }, 1000);
  // While it runs, what a move would do changes without a request.
  const looking = setInterval(() => { if (!document.hidden) previews.load(); }, 15000);
  onEnd(() => { clearInterval(timer); clearInterval(looking); });
  effect(() => { changes.clock.value; untracked(found.load); });
  effect(() => { project.value; changes.clock.value; changes.inbox.value; changes.users.value; untracked(previews.load); });
  const change = async body => {
    trouble.value = null;
    try { found.set({ ...(await api('PATCH', emulator('clock'), body)), readAt: Date.now() }); say(t('The clock was moved')); previews.load(); } catch (error) { trouble.value = error; }
  };
  const effectOf = k => html`<p class="soft small" id=${`move-${k}`}>${() => { const { data, error } = previews.value; return data ? effectWords(data[k]) : error ? error.message : t('Counting…'); }}</p>`;
  const card = shown(found, data => {
    const reading = () => { tick.value; return moment(Date.parse(data.now) + (data.frozen ? 0 : Date.now() - data.readAt)); };
    const ahead = Math.round(Number(data.offset ?? 0)) * 1000;
    return html`<section class="card clockcard"><p class="reading num" role="timer" aria-live="off">${reading}</p><p>${data.frozen ? tag(t('Stands still'), 'warn', 'pause') : tag(t('Runs'), 'ok', 'check')} ${ahead ? tag(offsetWords(ahead), 'warn', 'clock') : ''}</p>
<div class="acts mid"><button class="btn" type="button" @click=${() => change({ frozen: !data.frozen })}>${data.frozen ? t('Let it run') : t('Stop it')}</button><span class="backnow"><button class="btn main" type="button" aria-describedby=${`move-${steps.length}`} ?disabled=${!ahead && !data.frozen} @click=${() => change({ frozen: false, ...back })}>${t('Back to now')}</button></span></div>${ahead ? effectOf(steps.length) : html`<p class="hide" id=${`move-${steps.length}`}>${t('Nothing expires')}</p>`}</section>`;
  });
  return html`<div class="page scroll"><div class="head"><h1>${t('Clock')}</h1></div>${card}<section class="block sec" aria-label=${t('Move the clock')}><ul class="moves">${steps.map(([words, seconds], k) => html`<li class="card"><button class="btn" type="button" aria-describedby=${`move-${k}`} @click=${() => change({ advanceSeconds: seconds })}>${alone(words)}</button>${effectOf(k)}</li>`)}</ul><div class="card pad">${dateForm(change)}</div></section>${() => (trouble.value ? failure(trouble.value) : '')}<p class="soft block">${t('The clock is the whole process’s, for all projects; what a move would do is counted for this one. Codes and ID tokens expire by it; sessions do not end by the clock, and your app’s own clock does not move.')}</p></div>`;
}
