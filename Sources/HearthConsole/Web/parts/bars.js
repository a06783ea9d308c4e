// Sign-ins and refusals of a day as bars, and as a table for readers who want the numbers.
import { html } from '../lib/html.js';
import { locale, number, t } from '../lib/text.js';

const clock = at => new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(at);
const [wide, high, gap] = [8, 100, 2];

function bar(quarter, k, top) {
  const [ok, bad] = [quarter.signIns, quarter.refusals].map(count => (count / top) * (high - 2));
  const words = t('{time}: {signIns} sign-ins, {refusals} refused', { time: clock(quarter.start), signIns: quarter.signIns, refusals: quarter.refusals });
  const at = (kind, y, height) => html`<svg><rect class=${kind} x=${k * wide} y=${y} width=${wide - gap} height=${height}></rect></svg>`.firstElementChild;
  const group = html`<svg><g><title>${words}</title><rect class="reach" x=${k * wide} y="0" width=${wide} height=${high}></rect></g></svg>`.firstElementChild;
  if (ok > 0) group.append(at('ok', high - ok, ok));
  // Refusals stand on top: the two are told apart without colour too.
  if (bad > 0) group.append(at('bad', high - ok - bad, bad));
  return group;
}

/** The picture of `quarters`, oldest first, and the table of those in which something happened. */
export function dayBars(quarters) {
  const top = Math.max(4, ...quarters.map(quarter => quarter.signIns + quarter.refusals));
  const busy = quarters.filter(quarter => quarter.signIns + quarter.refusals > 0).reverse();
  const sums = ['signIns', 'refusals'].map(name => quarters.reduce((sum, quarter) => sum + quarter[name], 0));
  const picture = html`<svg class="day" viewBox=${`0 0 ${quarters.length * wide} ${high}`} preserveAspectRatio="none" role="img" aria-label=${t('{signIns} sign-ins and {refusals} refusals in 24 hours', { signIns: sums[0], refusals: sums[1] })}></svg>`;
  picture.append(...quarters.map((quarter, k) => bar(quarter, k, top)));
  const hours = [0, 24, 48, 72].map(k => html`<span class="num">${clock(quarters[k].start)}</span>`);
  const row = quarter => html`<tr><th scope="row" class="cell num">${clock(quarter.start)}</th><td class="num">${number(quarter.signIns)}</td><td class="num">${number(quarter.refusals)}</td></tr>`;
  const table = html`<table><caption class="hide">${t('Sign-ins and refusals, 15 minutes each')}</caption><thead><tr><th scope="col">${t('From')}</th><th scope="col">${t('Sign-ins')}</th><th scope="col">${t('Refused')}</th></tr></thead></table>`;
  const body = document.createElement('tbody');
  body.append(...busy.map(row));
  table.append(body);
  return html`<div class="daybars"><div class="legend small"><span class="key ok"></span>${t('Sign-ins')} <b class="num">${number(sums[0])}</b><span class="key bad"></span>${t('Refused')} <b class="num">${number(sums[1])}</b><span class="grow"></span><span class="soft num">${t('up to {count} in 15 minutes', { count: top })}</span></div>${picture}<div class="hours soft small">${hours}<span class="num">${t('now')}</span></div>${busy.length ? html`<details><summary class="small">${t('As a table')}</summary><div class="over" tabindex="0" role="region" aria-label=${t('Sign-ins and refusals, 15 minutes each')}>${table}</div></details>` : html`<p class="soft small">${t('No sign-in and no refusal yet.')}</p>`}</div>`;
}
