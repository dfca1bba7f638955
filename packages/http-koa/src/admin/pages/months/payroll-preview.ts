import { type CsvCell, type PayrollSheet, payrollText } from '@shaon/core';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

const SHOWN = 5;

/** The first rows of a file. */
export function shownRows({ rows }: PayrollSheet): readonly (readonly CsvCell[])[] {
  const shown: (readonly CsvCell[])[] = [];
  for (const row of rows()) {
    if (shown.length === SHOWN) break;
    shown.push(row);
  }
  return shown;
}

/** The file as it will be: its first rows and its sum, under the company's own names of the columns. */
export function payrollPreview(page: Page, sheet: PayrollSheet, rows: readonly (readonly CsvCell[])[]): Html {
  const texts = page.t.payroll;
  const { columns, total, hours, people } = sheet;
  const named = Math.max(
    0,
    columns.findIndex(({ source }) => source === 'name'),
  );
  const cell = (one: CsvCell, index: number): Html => {
    const column = columns[index];
    if (column === undefined) return html``;
    const text = payrollText(one, column, hours);
    const isNumber = column.kind !== 'text';
    const isCode = column.source === 'external_id' || column.source === 'id';
    const shown = text === '' ? html`` : isNumber || isCode ? value(text) : html`<bdi class="nowrap">${text}</bdi>`;
    return index === named
      ? html`<th scope="row">${shown}</th>`
      : html`<td${isNumber && html` class="n"`}>${shown}</td>`;
  };
  const heads = columns.map(
    ({ name: called, kind }) => html`<th scope="col"${kind !== 'text' && html` class="n"`}>${name(called)}</th>`,
  );
  const line = (row: readonly CsvCell[]) => html`<tr>${row.map(cell)}</tr>
`;
  return html`<section aria-labelledby="preview"><div class="section-head d-flex justify-content-between align-items-baseline gap-3 flex-wrap mb-2">
    <h2 id="preview">${texts.preview}</h2><span class="small muted">${texts.previewOf(page.format.number(rows.length), page.format.number(people))}</span></div>
<div class="preview-box" tabindex="0" role="region" aria-label="${texts.previewRegion}"><table class="list preview">
  <caption class="visually-hidden">${texts.preview}</caption><thead><tr>${heads}</tr></thead><tbody>${rows.map(line)}</tbody><tfoot>${line(total)}</tfoot>
  </table></div></section>`;
}
