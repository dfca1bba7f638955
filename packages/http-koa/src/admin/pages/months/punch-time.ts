import type { Punch } from '@shaon/core';
import { DAY_MS } from '@shaon/core/time';
import { value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** The time of a punch; after midnight with the number of days since its day's date. */
export function punchTime({ format }: Page, date: string, { at, voidedAt }: Pick<Punch, 'at' | 'voidedAt'>): Html {
  const later = (Date.parse(format.calendarDate(at)) - Date.parse(date)) / DAY_MS;
  const time = html`${value(format.time(at))}${later > 0 && html`<sup dir="ltr">+${later}</sup>`}`;
  return voidedAt === null ? time : html`<s class="void">${time}</s>`;
}

/** The date of a row under a heading that has its year: `10.11`, `10 Nov`. */
export function dayAndMonth({ format }: Page, date: string): Html {
  return html`<span class="nowrap">${format.weekday(date)} ${value(format.shortDate(date).replace(/[. ]\d{4}$/, ''))}</span>`;
}
