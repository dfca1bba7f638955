import type { AttendanceDay } from '@shaon/core';
import { HOUR_MS } from '@shaon/core/time';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

export const WIDTH = 600;
export const HEIGHT = 20;

/** An axis of whole hours around these instants, with at most six labels at equal distances. */
export function timeAxis({ format }: Page, instants: readonly number[]) {
  const first = Math.floor(Math.min(...instants) / HOUR_MS) * HOUR_MS;
  const end = Math.max(first + HOUR_MS, Math.ceil(Math.max(...instants) / HOUR_MS) * HOUR_MS);
  const step = Math.max(1, Math.ceil((end - first) / HOUR_MS / 5)) * HOUR_MS;
  const last = first + Math.ceil((end - first) / step) * step;
  const labels = Array.from({ length: (last - first) / step + 1 }, (_, index) => new Date(first + index * step));
  return {
    x: (at: number): number => ((at - first) / (last - first)) * WIDTH,
    labels: html`<div class="axis-x" aria-hidden="true">${labels.map((at) => html`<span>${format.time(at)}</span>`)}</div>`,
  };
}

/** A bar between two positions of the axis. */
export const bar = (from: number, to: number, colour: string): Html =>
  html`<rect class="f-${colour}" x="${from.toFixed(1)}" y="0" width="${(to - from).toFixed(1)}" height="${HEIGHT}"/>`;

/** The spans of work on an axis of whole hours, from left to right in both languages. False without a complete span. */
export function dayTimeline(page: Page, { segments, punches }: AttendanceDay): Html | false {
  const { t, format } = page;
  const spans = segments.flatMap(({ checkIn, checkOut }) =>
    checkIn === null || checkOut === null ? [] : [{ from: checkIn.getTime(), to: checkOut.getTime() }],
  );
  if (spans.length === 0) return false;
  const live = punches.filter(({ voidedAt }) => voidedAt === null).map(({ at }) => at.getTime());
  const { x, labels } = timeAxis(page, live);
  const bars = spans.map(({ from, to }) => bar(x(from), x(to), 'accent'));
  const words = spans.map(({ from, to }) =>
    t.attendance.punches.span(format.time(new Date(from)), format.time(new Date(to))),
  );
  return html`<div class="track mb-3"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${t.attendance.punches.track(
    words.join(', '),
  )}"><rect class="f-line" width="${WIDTH}" height="${HEIGHT}"/>${bars}</svg>${labels}</div>`;
}
