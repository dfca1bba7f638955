import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { pagingFields } from '../input/number-fields.ts';
import { defineInput, validate } from '../input/validate.ts';
import type { CompanyScope } from './company-scope.ts';
import { DIFFERENCES, type Dialect } from './dialect.ts';
import type { RawRow, SqlValue } from './sql.ts';
import { type CompanySql, companySql } from './statement.ts';

/** Which page of a list, within the bounds of `per-page-bounds.ts` (SPEC 4, Paging parameter). */
export interface PageRequest {
  /** From 1. A page after the last one is empty, and its `total` is as on every page (D:Q4). */
  readonly page: number;
  /** 1 to 200 records. */
  readonly per_page: number;
}

/** One page and the number of records on all pages, read from one snapshot (D:Q21). */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many records all pages have together. */
  readonly total: number;
}

/** The parts of a list's statement. Strings in them name no table; only `from` and its joins do. */
export interface ListParts {
  /** `SELECT` list of the page, over `from`. */
  readonly select: string;
  /** `FROM` clause with its joins, without the word. */
  readonly from: CompanySql;
  /** What to count over, when the page's joins do not change the number of rows. */
  readonly countFrom?: CompanySql;
  /** Filters the list besides the company. With two conditions, the first one's rows all precede the second's. */
  readonly where: CompanySql | string | readonly [string, string];
  readonly orderBy: string;
  /** An expression for the number of all records, used instead of counting them. */
  readonly total?: CompanySql;
  /**
   * Replaces OFFSET: a `WITH` clause that finds the page's first row from the offset's parameter, so that `where` can
   * begin there.
   */
  readonly start?: (offset: string) => CompanySql;
  /**
   * For a list whose `where` begins with the page's first row: the most rows that a page can have. Only PostgreSQL is
   * given it (`longestPage` of `dialect.ts`).
   */
  readonly longestPage?: number | null;
  /**
   * A condition on the page's rows after LIMIT, for a `where` that continues past the end of the list. In `orderBy` the
   * list's rows come before all others.
   */
  readonly rowCondition?: string | null;
  /** Joins the page after LIMIT with the other data that it shows, in the same order. */
  readonly joined?: (page: CompanySql) => CompanySql;
}

/** The parts of a list's statement and its values. */
export interface List extends ListParts {
  /** Bound from `$2` on; `$1` is the company. */
  readonly values: readonly SqlValue[];
}

const { page, per_page } = pagingFields();

/** A page as a caller within this process asks for it, validated as over HTTP (D:Q1, Q3). */
export const pageInput = defineInput(
  object({ page: page.required(issue('required')), per_page: per_page.required(issue('required')) }),
);

/** The largest OFFSET that databases accept; a page may begin beyond it, but no list is that long. */
const LAST_OFFSET = 2 ** 53 - 1;

/** Reads one page of a list. Throws `invalid_input` for an invalid page. */
export function readPage<Item>(
  scope: CompanyScope,
  list: List,
  request: PageRequest,
  toItem: (raw: RawRow) => Item,
): Promise<Page<Item>> {
  return readPageBy(scope, pageStatement(list, list.values.length), list.values, request, toItem);
}

/** Total and page in one statement, so that both databases read them from one snapshot (D:Q21). */
export function pageStatement(list: ListParts, values: number): CompanySql {
  const { start, total, page } = pageParts({ ...list, select: `1 AS list_row, ${list.select}` }, values);
  return companySql`${start} SELECT counted.total AS list_total, page.* FROM (SELECT ${total} AS total) AS counted
    LEFT JOIN (${page}) AS page ON 1 = 1`;
}

/** The parts of a page's statement (the `WITH` clause, the total, the rows), for a list with `values` values. */
export function pageParts(list: ListParts, values: number): Record<'start' | 'total' | 'page', CompanySql> {
  const limit = `$${values + 2}`;
  const offset = `$${values + 3}`;
  const { from, countFrom = from, where, orderBy, start } = list;
  const hasRowCondition = (list.rowCondition ?? null) !== null;
  const select = hasRowCondition ? `${list.select}, ${list.rowCondition} AS is_of_list` : list.select;
  const ranges = Array.isArray(where) ? (where as readonly [string, string]) : [where as CompanySql | string];
  const total = list.total ?? companySql`(SELECT COUNT(*) FROM ${countFrom} WHERE ${ranges[0]})`;
  const cut = ` LIMIT ${limit}${start === undefined ? ` OFFSET ${offset}` : ''}`;
  const [first, second] = ranges.map((range) => {
    const rows = companySql`SELECT ${select} FROM ${from} WHERE ${range} ORDER BY ${orderBy}`;
    return companySql`${bounded(rows, list.longestPage)}${cut}`;
  }) as [CompanySql, CompanySql?];
  // The second range is read only if the first does not fill the page.
  const page =
    second === undefined
      ? first
      : companySql`SELECT * FROM (${first}) UNION ALL SELECT * FROM (${second}) LIMIT ${limit}`;
  const listed = hasRowCondition ? companySql`SELECT * FROM (${page}) AS listed WHERE is_of_list` : page;
  return { start: start?.(offset) ?? companySql``, total, page: list.joined?.(listed) ?? listed };
}

/** A list whose rows are found in an index that has all that it is filtered and sorted by. */
interface IdList {
  /** The rows `a` in which the page is found, the conditions on them, and their order. */
  readonly found: CompanySql;
  readonly where: string;
  readonly orderBy: string;
  /** The number of the list's values. */
  readonly values: number;
  /** What is shown of the page's rows, where each has its id (`e.id`), and the order in terms of what is shown. */
  readonly select: string;
  readonly from: CompanySql;
  readonly id: string;
  readonly shownOrder: readonly string[];
}

/** Total and page in one statement. The page's ids are found first, so that the rows before the page are not read. */
export function pageByIds(dialect: Dialect, list: IdList): CompanySql {
  const { found, where, orderBy, values, select, from, id, shownOrder } = list;
  return companySql`WITH page AS MATERIALIZED (SELECT a.id FROM ${found} WHERE ${where} ORDER BY ${orderBy}
      LIMIT $${values + 2} OFFSET $${values + 3})
    SELECT counted.total AS list_total, shown.* FROM (SELECT COUNT(*) AS total FROM ${found} WHERE ${where}) AS counted
    LEFT JOIN (SELECT 1 AS list_row, ${select} FROM ${from} WHERE ${id} ${DIFFERENCES[dialect].inRows('SELECT id FROM page')})
      AS shown ON 1 = 1 ORDER BY ${shownOrder.map((column) => `shown.${column}`).join(', ')}`;
}

/** The parameter of a value, by its position among all names of a list's values. */
export const parameterOf = (names: readonly string[], name: string): string => `$${names.indexOf(name) + 2}`;

/** The values of a page's statement: the list's, then LIMIT and OFFSET. Throws `invalid_input` for an invalid page. */
export function pageValues(values: readonly SqlValue[], request: PageRequest): SqlValue[] {
  const { page, per_page } = validate(pageInput, request);
  return [...values, per_page, Math.min((page - 1) * per_page, LAST_OFFSET)];
}

function bounded(rows: CompanySql, longest: number | null | undefined): CompanySql {
  return (longest ?? null) === null ? rows : companySql`SELECT * FROM (${rows} LIMIT ${String(longest)}) AS longest`;
}

/** `readPage` with a kept statement: a text built for each call would be hashed again to find its prepared form. */
export async function readPageBy<Item>(
  scope: CompanyScope,
  statement: CompanySql,
  values: readonly SqlValue[],
  request: PageRequest,
  toItem: (raw: RawRow) => Item,
): Promise<Page<Item>> {
  const rows = await scope.rows(statement, pageValues(values, request));
  const items = rows.filter((row) => row.list_row !== null).map(toItem);
  return { items, total: Number(rows[0]?.list_total ?? 0) };
}
