import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { isWithinPaging, pagingFields } from '../input/per-page-bounds.ts';
import { defineInput, validate } from '../input/validate.ts';
import type { CompanyScope } from './company-scope.ts';
import type { RawRow, SqlValue } from './sql.ts';

/** Which page of a list, within the bounds of `per-page-bounds.ts` (SPEC 4, Paging parameter). */
export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

/** One page and the number of all records behind it, taken from one snapshot (D:Q21). */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface ListStatement {
  /** `SELECT` list of the page, over `from`. */
  readonly select: string;
  /** `FROM` clause with its joins, without the word. */
  readonly from: string;
  /** What to count over when the page's joins do not change the number of rows. */
  readonly countFrom?: string;
  readonly where: string;
  readonly orderBy: string;
  /** Instead of counting: an expression that gives the number of all records. */
  readonly total?: string;
  /**
   * Instead of counting rows off: a `WITH` clause made of the place of the offset. It names `page_start`, whose `skip`
   * is how many rows of `where` come before the page.
   */
  readonly start?: (offset: string) => string;
  /** Bound from `$2` on; `$1` is the company. */
  readonly values: readonly SqlValue[];
}

const { page, per_page } = pagingFields();

/** A page as a caller within this process asks for it, judged as one that comes by HTTP (D:Q1, Q3). */
export const pageInput = defineInput(
  object({ page: page.required(issue('required')), per_page: per_page.required(issue('required')) }),
);

/** The first row of a page may lie beyond what a database takes as OFFSET; no list is that long. */
const LAST_OFFSET = 2 ** 53 - 1;

export function readPage<Item>(
  scope: CompanyScope,
  list: ListStatement,
  request: PageRequest,
  toItem: (raw: RawRow) => Item,
): Promise<Page<Item>> {
  return readPageBy(scope, pageText(list, list.values.length), list.values, request, toItem);
}

/** Total and page by one statement, hence of one snapshot on either database. */
export function pageText(list: Omit<ListStatement, 'values'>, values: number): string {
  const limit = values + 2;
  const offset = `$${limit + 1}`;
  const total = list.total ?? `(SELECT COUNT(*) FROM ${list.countFrom ?? list.from} WHERE ${list.where})`;
  const skip = list.start === undefined ? offset : 'COALESCE((SELECT skip FROM page_start), 0)';
  return (
    `${list.start?.(offset) ?? ''} SELECT counted.total AS list_total, page.* FROM (SELECT ${total} AS total) AS counted ` +
    `LEFT JOIN (SELECT 1 AS list_row, ${list.select} FROM ${list.from} WHERE ${list.where} ORDER BY ${list.orderBy} ` +
    `LIMIT $${limit} OFFSET ${skip}) AS page ON 1 = 1`
  );
}

/**
 * `readPage` by a `pageText` that the caller keeps: made anew, it must be hashed anew to find its statement. Throws
 * `invalid_input` for what is no page.
 */
export async function readPageBy<Item>(
  scope: CompanyScope,
  text: string,
  values: readonly SqlValue[],
  request: PageRequest,
  toItem: (raw: RawRow) => Item,
): Promise<Page<Item>> {
  const asked = isWithinPaging(request) ? request : validate(pageInput, request);
  const offset = Math.min((asked.page - 1) * asked.per_page, LAST_OFFSET);
  const rows = await scope.rows(text, [...values, asked.per_page, offset]);
  const items = rows.filter((row) => row.list_row !== null).map(toItem);
  return { items, total: Number(rows[0]?.list_total ?? 0) };
}
