// Events that apps logged: the newest, how often each, and how many users are active.
import { api } from '../lib/call.js';
import { each } from '../lib/each.js';
import { html } from '../lib/html.js';
import { computed, effect, signal } from '../lib/signal.js';
import { number, t } from '../lib/text.js';
import { bones, cut, empty, reading, shown, when } from '../parts/basics.js';
import { changes } from '../parts/world.js';

const pairs = values => Object.entries(values ?? {}).map(([name, value]) => `${name}=${value}`).join('  ');

export default function events() {
  const name = signal('');
  const found = reading(async () => {
    const [list, counts, users] = await Promise.all([
      api('GET', `analytics/v1/events?limit=200${name.peek() ? `&name=${encodeURIComponent(name.peek())}` : ''}`),
      api('GET', 'analytics/v1/counts'),
      api('GET', 'analytics/v1/users'),
    ]);
    return { events: list.events ?? [], counts: counts.counts ?? [], users };
  });
  effect(() => { changes.events.value; name.value; found.load(); });
  const rows = computed(() => (found.value.data?.events ?? []).map((event, k) => ({ ...event, k: `${event.time} ${event.name} ${k}` })));
  const body = html`<tbody></tbody>`;
  each(body, () => rows.value, event => event.k, event => html`<tr><td>${when(Date.parse(event.time))}</td><th scope="row" class="cell"><b>${cut(event.name, 60)}</b></th><td class="wide"><bdi>${cut(event.user ?? event.instance ?? '', 24)}</bdi></td><td><code class="brk">${cut(pairs(event.params), 120)}</code></td></tr>`);
  const table = html`<table><caption class="hide">${t('Newest events')}</caption><thead><tr><th scope="col">${t('When')}</th><th scope="col">${t('Event')}</th><th scope="col" class="wide">${t('User')}</th><th scope="col">${t('Parameters')}</th></tr></thead></table>`;
  table.append(body);
  const tile = (label, value) => html`<div class="tile card"><span class="soft small">${label}</span><b class="big num">${number(value ?? 0)}</b></div>`;
  return html`<div class="page scroll"><div class="head"><h1>${t('Events')}</h1></div>${shown(found, data => (data.counts.length === 0 && !name.value
    ? empty(t('No events yet'), t('What apps log with HearthAnalytics, or send to /mp/collect, appears here.'))
    : html`<div class="contents"><div class="tiles">${tile(t('Active today'), data.users.active1Day)}${tile(t('Active in 7 days'), data.users.active7Days)}${tile(t('Active in 28 days'), data.users.active28Days)}</div>
<div class="tools">${html`<button class="chip" type="button" aria-pressed=${String(!name.value)} @click=${() => { name.value = ''; }}>${t('All')}</button>`}${data.counts.slice(0, 12).map(count => html`<button class="chip" type="button" aria-pressed=${String(name.value === count.name)} @click=${() => { name.value = count.name; }}>${count.name} <b class="num">${number(count.events)}</b></button>`)}</div>
<div class="block card over" tabindex="0" role="region" aria-label=${t('Newest events')}>${table}</div></div>`), bones)}</div>`;
}
