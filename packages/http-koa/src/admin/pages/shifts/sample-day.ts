import { divideDay, type Shift } from '@shaon/core';
import { recordTable } from '../../components/record-table.ts';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** A time of the day that one preset pays; null for what is outside all of them. */
interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly preset: Shift | null;
}

/** A day of 24 hours as presets with hours divide it (D:A94), so that gaps and overlaps are seen. */
export function stretchesOf(presets: readonly Shift[]): readonly Stretch[] {
  const withHours = presets.filter(({ start_time, end_time }) => start_time !== null && end_time !== null);
  const ends = withHours.flatMap(({ start_time, end_time }) => [String(start_time), String(end_time)]);
  const times = [...new Set(['00:00', ...ends, '24:00'])].sort();
  const stretches: Stretch[] = [];
  for (const [index, to] of times.slice(1).entries()) {
    const from = times[index] ?? '00:00';
    const paid = divideDay([{ from: instantOf(from), to: instantOf(to) }], withHours, 'UTC');
    const preset = paid.find(({ minutes }) => minutes > 0)?.preset ?? null;
    const last = stretches.at(-1);
    if (last !== undefined && last.preset?.id === preset?.id) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ from, to, preset });
  }
  return stretches;
}

/** Any day without a change of clocks. */
const instantOf = (time: string): Date => new Date(`2026-01-01T${time}:00Z`);

/** How the presets divide a day; nothing if none has hours. */
export async function sampleDay(page: Page, presets: readonly Shift[]): Promise<Html | false> {
  const stretches = stretchesOf(presets);
  if (stretches.every(({ preset }) => preset === null)) return false;
  const { sample, columns } = page.t.company.shifts;
  const percent = ({ preset }: Stretch) => value(`${page.format.number(preset?.wage_percentage ?? 100)}%`);
  const table = await recordTable<Stretch>(
    sample.title,
    [
      { head: columns.hours, cell: ({ from, to }) => html`<span class="nowrap">${value(from)}–${value(to)}</span>` },
      {
        head: columns.name,
        cell: ({ preset }) =>
          preset === null ? html`<span class="muted">${sample.outside}</span>` : name(preset.name),
        className: 'wrap-any',
      },
      { head: columns.percentage, cell: percent },
    ],
    stretches,
  );
  return html`<section class="section"><h2>${sample.title}</h2><p class="small muted mb-2">${sample.lead}</p>${table}</section>`;
}
