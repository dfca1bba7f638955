import { type Html, html } from '../html.ts';
import { mapYielding } from '../map-yielding.ts';

/** A column of a table of records. */
export interface Column<R> {
  readonly head: Html | string;
  readonly cell: (row: R) => Html | string | number | false | null | undefined;
  /** The narrowest screen that shows it; default: every screen. */
  readonly from?: 'sm' | 'md' | 'lg' | 'xl';
  /** The class of its cells. */
  readonly className?: string;
  /** Its cells name their rows; default: those of the first column. */
  readonly isName?: boolean;
  /** Its cells are links and buttons, at the end of the line; its head is for screen readers only. */
  readonly isActs?: boolean;
}

/** A table of records, one a row. `false` in the place of a column leaves it out. */
export async function recordTable<R>(
  caption: Html | string,
  columns: readonly (Column<R> | false)[],
  rows: readonly R[],
  options: {
    /** Further classes of the table: `mid`, `tight`, `mb-4`. */
    readonly className?: string;
    /** Rows of what is over, such as a revoked token. */
    readonly isPast?: (row: R) => boolean;
    /** On narrow screens the table scrolls; its region has this name. */
    readonly region?: string;
  } = {},
): Promise<Html> {
  const shown = columns.filter((column) => column !== false);
  const named = Math.max(
    0,
    shown.findIndex(({ isName }) => isName),
  );
  const cells = (row: R) =>
    shown.map((column, index) =>
      index === named
        ? html`<th scope="row"${classOf(column, column.className)}>${column.cell(row)}</th>`
        : html`<td${classOf(column, column.className)}>${column.cell(row)}</td>`,
    );
  const body = await mapYielding(
    rows,
    (row) => html`<tr${options.isPast?.(row) && html` class="past"`}>${cells(row)}</tr>
`,
  );
  const table = html`<table class="list${options.className !== undefined && ` ${options.className}`}"><caption class="visually-hidden">${caption}</caption>
<thead><tr>${shown.map(headOf)}</tr></thead>
<tbody>${body}</tbody></table>`;
  if (options.region === undefined) return table;
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label="${options.region}">${table}</div>`;
}

function headOf<R>(column: Column<R>): Html {
  const { head, isActs } = column;
  return html`<th scope="col"${classOf(column)}>${isActs ? html`<span class="visually-hidden">${head}</span>` : head}</th>`;
}

function classOf<R>({ from, isActs }: Column<R>, own = ''): Html | false {
  const names = [from === undefined ? '' : `d-none d-${from}-table-cell`, own, isActs ? 'end' : ''].filter(Boolean);
  return names.length > 0 && html` class="${names.join(' ')}"`;
}

/** The links and buttons of a row. */
export function rowActs(...acts: readonly Html[]): Html {
  return html`<div class="acts justify-content-end">${acts}</div>`;
}
