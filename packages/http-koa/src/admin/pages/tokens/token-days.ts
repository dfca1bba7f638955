import type { TokenDay } from '@shaon/core';
import { DAY_MS } from '@shaon/core/time';
import { type Column, type Series, sparkline } from '../../components/chart.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

const DAYS = 14;

/** The dates of the last fourteen days in the company's zone, today last. */
export function lastFourteenDays(page: Page): {
  readonly dates: readonly string[];
  readonly from: string;
  readonly to: string;
} {
  const to = page.format.calendarDate(page.now);
  const last = Date.parse(`${to}T12:00:00Z`);
  const dates = Array.from({ length: DAYS }, (_, index) =>
    new Date(last - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  return { dates, from: dates[0] ?? to, to };
}

/** The outcomes of calls, summed over days. */
export interface Calls {
  readonly calls: number;
  readonly accepted: number;
  readonly refused: number;
  readonly limited: number;
  readonly failed: number;
}

export function sumOfDays(days: readonly TokenDay[]): Calls {
  const sum = { calls: 0, accepted: 0, refused: 0, limited: 0, failed: 0 };
  for (const day of days) {
    sum.calls += day.calls;
    sum.accepted += day.accepted;
    sum.refused += day.refused;
    sum.limited += day.limited;
    sum.failed += day.failed;
  }
  return sum;
}

/** The calls that were not answered with data. */
export const notAccepted = ({ refused, limited, failed }: Calls): number => refused + limited + failed;

/** Chart columns for each day, including days without calls. */
export function columnsOf(page: Page, dates: readonly string[], days: readonly TokenDay[]): Column[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return dates.map((date) => {
    const { accepted = 0, refused = 0, limited = 0, failed = 0 } = byDate.get(date) ?? {};
    return {
      label: page.format.shortDate(date),
      counts: { accepted, refused, limited, failed, all: refused + limited + failed },
    };
  });
}

/** Two weeks in one table row, with their numbers. */
export function callsCell(page: Page, dates: readonly string[], days: readonly TokenDay[]): Html {
  const { t, format } = page;
  const sum = sumOfDays(days);
  if (sum.calls === 0) return html`<span class="sub num">0</span>`;
  const refused = notAccepted(sum);
  const series: Series[] = [
    { key: 'accepted', label: t.tokens.page.series.accepted, colour: 'ink' },
    { key: 'all', label: t.tokens.page.series.refused, colour: 'bad' },
  ];
  const sentence = t.tokens.callsAndRefusals(format.number(sum.calls), format.number(refused));
  return html`${sparkline(sentence, columnsOf(page, dates, days), series)}<span class="sub num">${format.number(sum.calls)}${
    refused > 0 && html` · <span class="fg-bad">${t.tokens.refused(format.number(refused))}</span>`
  }</span>`;
}
