import { object } from 'yup';
import { issue } from '../../input/issue.ts';
import { pagingFields } from '../../input/number-fields.ts';
import { defineInput, validate } from '../../input/validate.ts';
import type { CompanyScope } from './company-scope.ts';
import { DIFFERENCES, type Dialect } from './dialect.ts';
import type { RawRow, SqlValue } from './sql.ts';
import { type CompanySql, companySql } from './statement.ts';

/** Which page of a list (SPEC 4, Paging parameter). */
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
  /** Filters the list besides the company. */
  readonly where: CompanySql | string;
  readonly orderBy: string;
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
export const pageStatement = (
  { select, from, countFrom = from, where, orderBy }: ListParts,
  values: number,
): CompanySql =>
  pageOfRows(
    companySql`SELECT COUNT(*) AS list_total FROM ${countFrom} WHERE ${where}`,
    companySql`SELECT 1 AS list_row, ${select} FROM ${from} WHERE ${where} ORDER BY ${orderBy}
      LIMIT $${values + 2} OFFSET $${values + 3}`,
  );

/** The statement of a page: one row `counted` with `list_total`, beside each of `rows`, which have a `list_row`. */
export function pageOfRows(
  counted: CompanySql,
  rows: CompanySql,
  { before = [], order = [] }: { readonly before?: readonly CompanySql[]; readonly order?: readonly string[] } = {},
): CompanySql {
  const shownOrder = order.length === 0 ? '' : ` ORDER BY ${order.map((column) => `shown.${column}`).join(', ')}`;
  const start = before.reduce(
    (all, one, index) => companySql`${all}${index === 0 ? 'WITH ' : ', '}${one} `,
    companySql``,
  );
  return companySql`${start}SELECT counted.*, shown.* FROM (${counted}) AS counted
    LEFT JOIN (${rows}) AS shown ON 1 = 1${shownOrder}`;
}

/** A list whose rows are found in an index that has all that it is filtered and sorted by. */
interface IdList extends Shown {
  /** The rows `a` in which the page is found, the conditions on them, and their order. */
  readonly found: CompanySql;
  readonly where: CompanySql | string;
  readonly orderBy: string;
  /** The number of the list's values. */
  readonly values: number;
}

interface Shown {
  /** What is shown of the page's rows, where each has its id (`e.id`), and the order in terms of what is shown. */
  readonly select: string;
  readonly from: CompanySql;
  readonly id: string;
  readonly shownOrder: readonly string[];
}

/** Total and page in one statement. The page's ids are found first, so that the rows before the page are not read. */
export function pageByIds(dialect: Dialect, { found, where, orderBy, values, ...shown }: IdList): CompanySql {
  return pageOfIds(dialect, {
    ...shown,
    ids: companySql`SELECT a.id FROM ${found} WHERE ${where} ORDER BY ${orderBy} LIMIT $${values + 2} OFFSET $${values + 3}`,
    counted: companySql`SELECT COUNT(*) AS list_total FROM ${found} WHERE ${where}`,
  });
}

/** The statement of a page whose ids `ids` selects; `counted` is one row with `list_total`. */
export function pageOfIds(
  dialect: Dialect,
  page: Shown & {
    /** Tables of the `WITH` clause. */
    readonly before?: readonly CompanySql[];
    readonly ids: CompanySql;
    readonly counted: CompanySql;
  },
): CompanySql {
  const { before = [], ids, counted, select, from, id, shownOrder } = page;
  const rows = companySql`SELECT 1 AS list_row, ${select} FROM ${from}
    WHERE ${id} ${DIFFERENCES[dialect].inRows('SELECT id FROM page')}`;
  return pageOfRows(counted, rows, {
    before: [...before, companySql`page AS MATERIALIZED (${ids})`],
    order: shownOrder,
  });
}

/** The parameter of a value, by its position among all names of a list's values. */
export const parameterOf = (names: readonly string[], name: string): string => `$${names.indexOf(name) + 2}`;

/** The values of a page's statement: the list's, then LIMIT and OFFSET. Throws `invalid_input` for an invalid page. */
export function pageValues(values: readonly SqlValue[], request: PageRequest): SqlValue[] {
  const { page, per_page } = validate(pageInput, request ?? {});
  return [...values, per_page, Math.min((page - 1) * per_page, LAST_OFFSET)];
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
