import type { AttendanceDay } from '@shaon/core';
import { HOUR_MS } from '@shaon/core/time';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

const WIDTH = 600;
const HEIGHT = 20;

/** The spans of work on an axis of whole hours, from left to right in both languages. False without a complete span. */
export function dayTimeline({ t, format }: Page, { segments, punches }: AttendanceDay): Html | false {
  const spans = segments.flatMap(({ checkIn, checkOut }) =>
    checkIn === null || checkOut === null ? [] : [{ from: checkIn.getTime(), to: checkOut.getTime() }],
  );
  if (spans.length === 0) return false;
  const live = punches.filter(({ voidedAt }) => voidedAt === null).map(({ at }) => at.getTime());
  const first = Math.floor(Math.min(...live) / HOUR_MS) * HOUR_MS;
  const end = Math.max(first + HOUR_MS, Math.ceil(Math.max(...live) / HOUR_MS) * HOUR_MS);
  // At most six labels, at whole hours and equal distances.
  const step = Math.max(1, Math.ceil((end - first) / HOUR_MS / 5)) * HOUR_MS;
  const last = first + Math.ceil((end - first) / step) * step;
  const x = (at: number): string => (((at - first) / (last - first)) * WIDTH).toFixed(1);
  const bars = spans.map(
    ({ from, to }) =>
      html`<rect class="f-accent" x="${x(from)}" y="0" width="${(((to - from) / (last - first)) * WIDTH).toFixed(1)}" height="${HEIGHT}"/>`,
  );
  const words = spans.map(({ from, to }) =>
    t.attendance.punches.span(format.time(new Date(from)), format.time(new Date(to))),
  );
  const labels = Array.from({ length: (last - first) / step + 1 }, (_, index) => first + index * step);
  return html`<div class="track mb-3"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${t.attendance.punches.track(words.join(', '))}"><rect class="f-line" width="${WIDTH}" height="${HEIGHT}"/>${bars}</svg><div class="axis-x" aria-hidden="true">${labels.map((at) => html`<span>${format.time(new Date(at))}</span>`)}</div></div>`;
}
