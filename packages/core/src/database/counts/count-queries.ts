import { DIFFERENCES, type Dialect } from '../dialect.ts';
import { type CompanySql, companySql } from '../statement.ts';
import type { AnyTable } from '../table.ts';

/** The rows of a list, described by its statement's parameters: `$2` for a member's name, `$3` for a date. */
export interface CountedList {
  readonly counts: AnyTable;
  readonly kind: string;
  /** The column that holds the list's part of a count (`totalsOf`). */
  readonly total: string;
  /** Absent for a list of all the company's rows. */
  readonly member?: string | undefined;
  /** Dates, both inclusive, each with the first day of its month. */
  readonly from?: DateParameters | undefined;
  readonly to?: DateParameters | undefined;
}

interface DateParameters {
  readonly date: string;
  readonly month: string;
}

const countsOf = ({ counts, kind, member }: CountedList): CompanySql =>
  companySql`FROM ${counts} c WHERE kind = '${kind}' AND member = ${member ?? "''"}`;

const sumOf = (list: CountedList, condition: string): CompanySql =>
  companySql`COALESCE((SELECT SUM(${list.total}) ${countsOf(list)} AND ${condition}), 0)`;

/** A condition on counts: the months that have days between the list's dates, the first and the last one whole. */
function monthsOf({ from, to }: CountedList): string {
  const first = from === undefined ? '' : ` AND date >= ${from.month}`;
  const last = to === undefined ? '' : ` AND date <= ${to.month}`;
  return `period = 'month'${first}${last}`;
}

/** How many rows the first of these months has before the list begins. */
const rowsBefore = (list: CountedList): CompanySql =>
  list.from === undefined
    ? companySql`0`
    : sumOf(list, `period = 'day' AND date >= ${list.from.month} AND date < ${list.from.date}`);

/** How many rows the last of these months has after the list ends. */
const rowsAfter = (list: CountedList, dialect: Dialect): CompanySql =>
  list.to === undefined
    ? companySql`0`
    : sumOf(
        list,
        `period = 'day' AND date > ${list.to.date} AND date <= ${DIFFERENCES[dialect].endOfMonth(list.to.month)}`,
      );

/** An expression: how many rows the list has. Whole months need no count of a day. */
export const storedTotal = (list: CountedList, dialect: Dialect): CompanySql =>
  companySql`${sumOf(list, monthsOf(list))} - ${rowsBefore(list)} - ${rowsAfter(list, dialect)}`;

/** The rows of a list, as `a`, described by its statement's parameters. */
export interface ListedRows {
  readonly dialect: Dialect;
  /** `FROM` clause without the word. */
  readonly from: CompanySql;
  /** Which rows of the table can be in a list at all. */
  readonly isListed: string;
  /** Columns of `a` and what they equal: the list's filters, in the order of an index that continues with `order`. */
  readonly equal: readonly (readonly [column: string, parameter: string])[];
  /** The columns of the list's order. */
  readonly order: readonly ('date' | 'id')[];
}

/** A position in a list's order, as expressions for its first columns. A date alone means its first or last row. */
type Position = readonly string[];

/** The values for columns that a position leaves open, by whether the rows from it on are wanted or those up to it. */
const OPEN = {
  '>=': { date: "'-infinity'", id: '0' },
  '<=': { date: "'infinity'", id: '9223372036854775807' },
} as const;

/**
 * The condition for the rows from one position to another, both included, in the order of the list. SQLite is given the
 * index. For PostgreSQL it is one row comparison over all columns, and the list is ordered by the same columns: with
 * equalities PostgreSQL would use the index of one filter and read thousands of rows to apply the others.
 *
 * The comparison has no upper end; `isOfList` checks that instead. With two ends PostgreSQL would expect hardly any
 * rows from an index on the first column alone, and sort all rows of one filter, where most companies are small. The
 * lower end is written twice, which lowers the estimate as much as a range would, so that one plan is kept.
 */
export function rowsFrom(rows: ListedRows, from?: Position, to?: Position): string {
  if (rows.dialect === 'sqlite') return rowsBetween(rows, from, to);
  // The first entry of the index is the first row.
  if (from === undefined && rows.equal.length === 0) return rows.isListed;
  const range = openRange(rows, '>=', from);
  return [rows.isListed, range, range].join(' AND ');
}

/** What `rowsFrom` leaves open: whether a row matches the filters and is before an end. Null if nothing is open. */
export function isOfList({ dialect, equal, order }: ListedRows, to?: readonly [end: string]): string | null {
  if (dialect === 'sqlite') return null;
  const filters = equal.map(([column, parameter]) => `a.${column} = ${parameter}`);
  const conditions = to === undefined ? filters : [...filters, `a.${order[0]} <= ${to[0]}`];
  return conditions.length === 0 ? null : conditions.join(' AND ');
}

function rowsBetween({ isListed, equal, order }: ListedRows, from?: Position, to?: Position): string {
  const columns = (position: Position) => `(${position.map((_, at) => `a.${order[at]}`).join(', ')})`;
  const range = (position: Position | undefined, compared: '>=' | '<=') =>
    position === undefined ? [] : [`${columns(position)} ${compared} (${position.join(', ')})`];
  const filters = equal.map(([column, parameter]) => `a.${column} = ${parameter}`);
  return [isListed, ...filters, ...range(from, '>='), ...range(to, '<=')].join(' AND ');
}

/** The rows on one side of a position, compared by the filters and the order together. */
function openRange({ equal, order }: ListedRows, compared: keyof typeof OPEN, position: Position = []): string {
  const columns = [...equal.map(([column]) => column), ...order].map((column) => `a.${column}`);
  const positions = order.map((column, at) => position[at] ?? OPEN[compared][column]);
  const values = [...equal.map(([, parameter]) => parameter), ...positions];
  return `(${columns.join(', ')}) ${compared} (${values.join(', ')})`;
}

/** Where a page of a list by date and id begins, for a statement that starts with `pageStart`. */
const PAGE_START: Position = ['(SELECT date FROM page_start)', '(SELECT id FROM page_start)'];

/**
 * The condition for the rows of a list by date and id from a page's start. SQLite would read the first day from its
 * beginning, so there it is two conditions: the rest of that day, and the days after it.
 */
export function rowsFromPageStart(rows: ListedRows, to?: Position): string | readonly [string, string] {
  if (rows.dialect === 'postgres') return rowsFrom(rows, PAGE_START, to);
  const [date, id] = PAGE_START;
  const listed = rowsBetween(rows, undefined, to);
  return [`${listed} AND a.date = ${date} AND a.id >= ${id}`, `${listed} AND a.date > ${date}`];
}

/** The order of such rows; reversed with ` DESC`. */
export function orderOf({ dialect, equal, order }: ListedRows, direction: '' | ' DESC' = ''): string {
  const filters = dialect === 'sqlite' ? [] : equal.map(([column]) => column);
  return [...filters, ...order].map((column) => `a.${column}${direction}`).join(', ');
}

/**
 * An expression over `within`, which has one row: the id of the row with `skip` rows before it and `behind` rows after
 * it, within a range. It searches from the nearer end. The other end is omitted because it is never reached: comparing
 * each entry with it took a seventh of such a page.
 */
export function rowAt(rows: ListedRows, [from, to]: readonly [Position, Position], within: string): CompanySql {
  const found = (range: string, direction: '' | ' DESC', skip: string): CompanySql =>
    companySql`(SELECT a.id FROM ${rows.from} WHERE ${range}
      ORDER BY ${orderOf(rows, direction)} LIMIT 1 OFFSET (SELECT ${skip} FROM ${within}))`;
  const isSqlite = rows.dialect === 'sqlite';
  const forwards = isSqlite ? rowsBetween(rows, from) : `${rows.isListed} AND ${openRange(rows, '>=', from)}`;
  const backwards = isSqlite ? rowsBetween(rows, undefined, to) : `${rows.isListed} AND ${openRange(rows, '<=', to)}`;
  return companySql`CASE WHEN skip <= behind THEN ${found(forwards, '', 'skip')}
    ELSE ${found(backwards, ' DESC', 'behind')} END`;
}

/**
 * A `WITH` clause whose `page_start` has one row, or none when the list ends before the page: `date` and `id` of the
 * page's first row. It searches the counts of months, then of one month's days, then the list's index from the nearer
 * end of that day. So a page a million rows back costs as much as the first page.
 */
export function pageStart(list: CountedList, rows: ListedRows, offset: string): CompanySql {
  const running = (condition: string): CompanySql =>
    companySql`SELECT date, SUM(${list.total}) AS total, SUM(SUM(${list.total})) OVER (ORDER BY date) AS up_to ${countsOf(list)} AND ${condition} GROUP BY date`;
  const ofMonth = `period = 'day' AND date >= (SELECT date FROM start_month) AND date <= (SELECT ${DIFFERENCES[rows.dialect].endOfMonth('date')} FROM start_month)`;
  const [wanted, before] = ['(SELECT position FROM wanted)', '(SELECT before FROM start_month)'];
  const day: Position = ['(SELECT date FROM start_day)'];
  return companySql`WITH wanted AS (SELECT ${rowsBefore(list)} + CAST(${offset} AS bigint) AS position),
    months AS (${running(monthsOf(list))}),
    start_month AS (SELECT date, up_to - total AS before FROM months WHERE up_to > ${wanted} ORDER BY date LIMIT 1),
    days AS (${running(ofMonth)}),
    start_day AS (SELECT date, CAST(${wanted} - ${before} - (up_to - total) AS bigint) AS skip,
        CAST(${before} + up_to - ${wanted} - 1 AS bigint) AS behind FROM days
      WHERE ${before} + up_to > ${wanted} ORDER BY date LIMIT 1),
    page_start AS (SELECT date, ${rowAt(rows, [day, day], 'start_day')} AS id FROM start_day)`;
}
