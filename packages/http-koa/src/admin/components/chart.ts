import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { type Html, html } from '../html.ts';
import type { Texts } from '../locales/index.ts';

/** A kind of counted things and its colour. */
export interface Series {
  readonly key: string;
  readonly label: string;
  readonly colour: 'ok' | 'wait' | 'bad' | 'ink' | 'accent' | 'open' | 'absent';
}

/** One column: its label under the axis and its counts by the key of their series. */
export interface Column {
  readonly label: string;
  readonly counts: Readonly<Record<string, number>>;
}

const WIDTH = 600;
const HEIGHT = 104;
const SPARK_WIDTH = 104;
const SPARK_HEIGHT = 22;

/**
 * Columns of stacked numbers. The server draws them without text in the drawing: screen readers read its sentence, its
 * labels are HTML, and a table behind it contains every number. Time runs from left to right in both languages.
 *
 * @param parts.sentence what the chart shows, for people who cannot see it
 * @param parts.format writes a number
 */
export function columnChart(
  t: Texts,
  parts: {
    readonly sentence: string;
    readonly caption: string;
    readonly columnTitle: string;
    readonly columns: readonly Column[];
    readonly series: readonly Series[];
    readonly format: (value: number) => string;
  },
): Html {
  const { columns, series, format } = parts;
  const highest = Math.max(1, ...columns.map(({ counts }) => sumOf(counts, series)));
  const [first, last] = [columns[0]?.label ?? '', columns.at(-1)?.label ?? ''];
  const key =
    series.length > 1 &&
    html`<div class="key mb-2">${series.map(
      ({
        label,
        colour,
      }) => html`<span><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true" focusable="false"><rect class="f-${colour}" width="10"
  height="10"/></svg>${label}</span>`,
    )}</div>`;
  const table = html`<details class="data"><summary>${t.common.asTable}</summary><table class="list tight">
    <caption class="visually-hidden">${parts.caption}</caption><thead><tr>
    <th scope="col">${parts.columnTitle}</th>${series.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
    <tbody>${columns.map(
      ({ label, counts }) =>
        html`<tr><th scope="row"><bdi>${label}</bdi></th>${series.map(
          ({ key }) => html`<td class="num">${format(counts[key] ?? 0)}</td>`,
        )}</tr>`,
    )}</tbody></table></details>`;
  return html`${key}<div class="chart"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${parts.sentence}">${bars(
    columns,
    series,
    highest,
    WIDTH,
    HEIGHT,
  )}</svg><div class="axis-y" aria-hidden="true"><span>${format(highest)}</span><span>0</span></div>
  <div class="axis-x" aria-hidden="true"><bdi>${first}</bdi><bdi>${last}</bdi></div></div>${table}`;
}

/** The same chart in the height of a line of text, for a table row. */
export function sparkline(sentence: string, columns: readonly Column[], series: readonly Series[]): Html {
  const highest = Math.max(1, ...columns.map(({ counts }) => sumOf(counts, series)));
  return html`<svg class="spark" viewBox="0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}" role="img" aria-label="${sentence}">${bars(
    columns,
    series,
    highest,
    SPARK_WIDTH,
    SPARK_HEIGHT,
  )}</svg>`;
}

function bars(
  columns: readonly Column[],
  series: readonly Series[],
  highest: number,
  width: number,
  height: number,
): Html[] {
  const x = scaleBand<number>(
    columns.map((_, index) => index),
    [0, width],
  ).paddingInner(0.2);
  const y = scaleLinear([0, highest], [height, 0]);
  const stacked = stack<Column, string>()
    .keys(series.map(({ key }) => key))
    .value(({ counts }, key) => counts[key] ?? 0)(columns);
  return stacked.flatMap((layer) =>
    layer.flatMap(([low, high], index) => {
      if (high <= low) return [];
      const colour = series[layer.index]?.colour ?? 'ink';
      // One event among thousands remains visible.
      const tall = Math.max(1, y(low) - y(high));
      return [
        html`<rect class="f-${colour}" x="${rounded(x(index) ?? 0)}" y="${rounded(y(low) - tall)}" width="${rounded(x.bandwidth())}"
          height="${rounded(tall)}"/>`,
      ];
    }),
  );
}

const rounded = (length: number): string => length.toFixed(1);

function sumOf(counts: Readonly<Record<string, number>>, series: readonly Series[]): number {
  return series.reduce((sum, { key }) => sum + (counts[key] ?? 0), 0);
}
