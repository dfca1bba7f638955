import type { SheetCounts } from '@shaon/core';
import { icon } from '../../components/icon.ts';
import { hereWith } from '../../components/pager.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { countNotRecorded } from '../clocks/clock-query.ts';

/** The counts, those that need a decision first; each links to its people. */
export function countsLine(page: Page, { pending, noCheckOut, atWork }: SheetCounts): Html {
  const { t, format } = page;
  const to = (state: string) => hereWith(page, { state, page: null });
  const link = (state: string, count: number, words: string, look: string) =>
    count === 0 ? [] : [html`<a class="${look}" href="${to(state)}">${words}</a>`];
  const parts = [
    ...link('pending', pending, t.attendance.pending(pending, format.number(pending)), 'fg-wait strong'),
    ...link(
      'no_check_out',
      noCheckOut,
      t.attendance.noCheckOut(noCheckOut, format.number(noCheckOut)),
      'fg-bad strong',
    ),
    ...link('at_work', atWork, t.attendance.atWorkNow(format.number(atWork)), ''),
  ];
  if (parts.length === 0) return html`${t.attendance.nothingWaits}`;
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

/** For admins, where clocks reported what was not recorded. */
export async function clocksLink(page: Page): Promise<Html[]> {
  const count = page.isAdmin ? await countNotRecorded(page) : 0;
  if (count === 0) return [];
  const said = page.t.clocks.notRecorded(count, page.format.number(count));
  return [html`<a class="fg-bad small" href="${page.path('/attendance/clocks')}">${said}</a>`];
}

/** The links to the previous and the next period, around the period's name. */
export function stepper(
  page: Page,
  parts: {
    readonly label: string;
    readonly shown: string;
    readonly parameter: string;
    readonly previous: { readonly value: string; readonly label: string } | null;
    readonly next: { readonly value: string; readonly label: string } | null;
  },
): Html {
  const way = (beside: { readonly value: string; readonly label: string } | null, shape: 'previous' | 'next') =>
    beside !== null &&
    html`<a class="btn btn-quiet btn-sm" href="${hereWith(page, { [parts.parameter]: beside.value, page: null })}"
      aria-label="${beside.label}">${icon(shape, { turns: true })}</a>`;
  return html`<nav class="acts period" aria-label="${parts.label}">${way(
    parts.previous,
    'previous',
  )}<span class="strong px-1">${parts.shown}</span>${way(parts.next, 'next')}</nav>`;
}
