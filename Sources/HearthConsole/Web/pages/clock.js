// The emulator's clock: what expires later can be seen now.
import { api } from '../lib/call.js';
import { html } from '../lib/html.js';
import { effect, onEnd, signal } from '../lib/signal.js';
import { moment, t } from '../lib/text.js';
import { failure, reading, say, shown, tag } from '../parts/basics.js';
import { offsetWords } from '../parts/shell.js';
import { changes, emulator } from '../parts/world.js';

const steps = [['−1 d', -86400], ['−1 h', -3600], ['−5 min', -300], ['+5 min', 300], ['+1 h', 3600], ['+1 d', 86400], ['+30 d', 2592000]];

export default function clock() {
  const found = reading(async () => ({ ...(await api('GET', emulator('clock'))), readAt: Date.now() }));
  const trouble = signal(null);
  const tick = signal(0);
  const timer = setInterval(() => { tick.value += 1; }, 1000);
  onEnd(() => clearInterval(timer));
  effect(() => { changes.clock.value; found.load(); });
  const change = async body => {
    trouble.value = null;
    try { found.set({ ...(await api('PATCH', emulator('clock'), body)), readAt: Date.now() }); say(t('The clock was moved')); } catch (error) { trouble.value = error; }
  };
  const set = event => { event.preventDefault(); const value = new FormData(event.target).get('now'); if (value) change({ now: new Date(value).toISOString() }); };
  return html`<div class="page scroll"><div class="head"><h1>${t('Clock')}</h1></div>${shown(found, data => {
    const reading = () => { tick.value; return moment(Date.parse(data.now) + (data.frozen ? 0 : Date.now() - data.readAt)); };
    const ahead = Math.round(Number(data.offset ?? 0)) * 1000;
    return html`<section class="card clockcard"><p class="reading num" role="timer" aria-live="off">${reading}</p><p>${data.frozen ? tag(t('Stands still'), 'warn') : tag(t('Runs'), 'ok')} ${ahead ? tag(offsetWords(ahead), 'warn') : ''}</p>
<div class="acts mid">${steps.map(([words, seconds]) => html`<button class="btn" type="button" @click=${() => change({ advanceSeconds: seconds })}>${words}</button>`)}</div>
<div class="acts mid"><button class="btn" type="button" @click=${() => change({ frozen: !data.frozen })}>${data.frozen ? t('Let it run') : t('Stop it')}</button><button class="btn main" type="button" ?disabled=${!ahead && !data.frozen} @click=${() => change({ frozen: false, offset: 0 })}>${t('Back to now')}</button></div>
<form class="acts mid" @submit=${set}><label>${t('Go to')} <input class="input" type="datetime-local" name="now" step="1"></label><button class="btn" type="submit">${t('Set')}</button></form></section>`;
  })}${() => (trouble.value ? failure(trouble.value) : '')}<p class="soft block">${t('The clock is the whole process’s, for all projects. Codes, tokens and sessions expire by it; your app’s own clock does not move.')}</p></div>`;
}
