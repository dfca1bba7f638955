import { type CsvCell, csvText } from '@shaon/core';
import type { DownloadAnswer } from './answer.ts';
import type { Page } from './page.ts';

/** Rows read at once. */
const PER_PAGE = 200;

interface ListPage<R> {
  readonly items: readonly R[];
  readonly total: number;
}

/**
 * A list as its page filters it, as CSV. The first rows are read before the answer begins, so that an error is still a
 * page; the others as the browser takes them.
 */
export async function csvDownload<R>(
  page: Page,
  of: {
    /** Of the file, without its date and ending. */
    readonly name: string;
    readonly columns: readonly (readonly [head: string, cell: (row: R) => CsvCell])[];
    readonly read: (request: { readonly page: number; readonly per_page: number }) => Promise<ListPage<R>>;
    /** Notes what is disclosed, before the answer. */
    readonly disclose: (total: number) => void;
  },
): Promise<DownloadAnswer> {
  const heads = of.columns.map(([head]) => head);
  const cellsOf = (rows: readonly R[]) => rows.map((row) => of.columns.map(([, cell]) => cell(row)));
  const first = await of.read({ page: 1, per_page: PER_PAGE });
  if (first.total > 0) of.disclose(first.total);

  async function* pieces(): AsyncGenerator<string> {
    yield csvText(cellsOf(first.items), heads, { isFirst: true });
    for (let number = 2; (number - 1) * PER_PAGE < first.total; number++) {
      const { items } = await of.read({ page: number, per_page: PER_PAGE });
      if (items.length > 0) yield csvText(cellsOf(items), heads, { isFirst: false });
    }
  }

  const name = `${of.name}-${page.format.calendarDate(page.now)}.csv`;
  return { kind: 'download', name, type: 'text/csv; charset=utf-8', content: pieces() };
}
