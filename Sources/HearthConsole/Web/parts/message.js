// A mail or a text message: its code as a ticket, its link, and the mail in words.
import { html } from '../lib/html.js';
import { t, timeOfDay } from '../lib/text.js';
import { copyButton, icon } from './basics.js';
import { purposeWords } from './flow.js';
import { mailPreview } from './mail.js';

/** The language that a mailed link names: that of the app which asked for it. */
function languageOf(link) {
  try { return new URL(link).searchParams.get('lang') ?? 'en'; } catch { return 'en'; }
}

/** Whether a page may open a link: other schemes are only copied. */
export const isOpenable = link => /^https?:\/\//i.test(link ?? '');

/** What stands in the drawer for a message: `more` is below its code, `mark` beside its name. */
export function messageDetail(entry, close, { back, mark = '', more = '' }) {
  const digits = entry.channel === 'SMS' ? [...entry.code] : [];
  const link = isOpenable(entry.link) ? html`<a class="btn main" href=${entry.link} target="_blank" rel="noopener noreferrer">${icon('open', 's')}${t('Open link')}</a>` : '';
  return html`<div class="contents"><header><div class="idrow"><button class="btn bare only-phone" type="button" aria-label=${back} @click=${close}>${icon('left')}</button><div class="grow"><h2>${entry.channel === 'SMS' ? t('Text message') : t('Mail')}</h2><p class="soft small brk"><bdi>${`${timeOfDay(entry.at)} · ${entry.to}`}</bdi></p></div>${mark}<button class="btn bare not-phone" type="button" aria-label=${t('Close')} @click=${close}>${icon('x')}</button></div></header>
<div class="body"><section class="sec"><div class="stub"><p class="soft small">${purposeWords(entry.purpose)}</p>${digits.length ? html`<p class="bigcode" aria-label=${digits.join(' ')} role="img">${digits.map(digit => html`<span aria-hidden="true">${digit}</span>`)}</p>` : html`<p class="mono brk">${entry.code}</p>`}<div class="acts mid">${copyButton(entry.code, t('Copy the code'), { bare: false, words: t('Copy code') })}${link}</div></div></section>${more}${entry.link ? html`<section class="sec"><div class="line"><h3 class="grow">${t('Link')}</h3>${copyButton(entry.link, t('Copy the link'))}</div><p class="mono small brk">${entry.link}</p></section><section class="sec"><h3>${t('Preview')}</h3>${mailPreview({ kind: entry.purpose, language: languageOf(entry.link), to: entry.to })}</section>` : ''}</div></div>`;
}
