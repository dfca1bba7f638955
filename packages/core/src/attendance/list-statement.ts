import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { pageOfIds, pageOfRows } from '../database/sql/paging.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { type CompanySql, companySql, readByIndex } from '../database/sql/statement.ts';
import { ALL_DAYS, totalTable } from '../database/totals/attendance-total.ts';
import { getOrMake } from '../get-or-make.ts';
import { addDays, type CalendarDate, firstOfMonth, lastOfMonth } from '../time/calendar-date.ts';
import { attendanceTable } from './attendance.ts';
import { recordColumns } from './attendance-record.ts';
import type { CountedColumn, ReadPath } from './list-plan.ts';

/* The statements of the list by date and id. Their texts depend on which filters are given, not on the values. */

/** The filters of the list, without an employee. */
export interface ListFilters {
  readonly equal: ReadonlyMap<CountedColumn, SqlValue>;
  readonly from: CalendarDate | null;
  readonly to: CalendarDate | null;
}

/** A text with the values for its `$2, …`. */
interface Bound {
  readonly statement: CompanySql;
  readonly values: readonly SqlValue[];
}

const INDICES: Readonly<Record<ReadPath['by'], string>> = {
  date: 'shaon_attendance_company_id_date_id_idx',
  department_id: 'shaon_attendance_department_idx',
  branch_id: 'shaon_attendance_branch_idx',
  status: 'shaon_attendance_status_idx',
};

/** A value by its name; a text names those that it uses, and each becomes the next `$n`. */
type NamedValue = (name: string) => SqlValue | null | undefined;
type Parameter = (name: string) => string;

interface MadeText {
  readonly statement: CompanySql;
  readonly names: readonly string[];
}
const TEXTS = new Map<string, MadeText>();

/** The text for a key, made once, so that it is prepared once. */
function bound(key: string, value: NamedValue, make: (parameter: Parameter) => CompanySql): Bound {
  const { statement, names } = getOrMake(TEXTS, key, () => {
    const used: string[] = [];
    const parameter = (name: string) => {
      if (value(name) == null) throw new Error(`The list has no value for ${name}.`);
      if (!used.includes(name)) used.push(name);
      return `$${used.indexOf(name) + 2}`;
    };
    return { statement: make(parameter), names: used };
  });
  return { statement, values: names.map((name) => value(name) as SqlValue) };
}

/** The months of a list, in order, with its days and those that each filter would leave by itself. */
export function monthsStatement(dialect: Dialect, filters: ListFilters): Bound {
  const columns = [...filters.equal.keys()];
  const key = `${dialect} months ${columns.join()} ${filters.from !== null} ${filters.to !== null}`;
  return bound(key, filterValue(filters), (parameter) => {
    const is = columns.map((name) => `t.${name} = ${parameter(name)}`);
    const sum = (condition: string) => `SUM(CASE WHEN ${condition} THEN t.days ELSE 0 END)`;
    const sums = is.map((one, index) => `, ${sum(one)} AS ${columns[index]}`).join('');
    const where = [
      summed(columns),
      ...(is.length === 0 ? [] : [`(${is.join(' OR ')})`]),
      ...monthRange(filters, parameter),
    ];
    return companySql`SELECT ${DIFFERENCES[dialect].dateAsText('t.month')} AS of_month,
      ${is.length === 0 ? 'SUM(t.days)' : sum(is.join(' AND '))} AS days${sums} FROM ${totalTable} t
      WHERE ${where.join(' AND ')} GROUP BY t.month ORDER BY t.month`;
  });
}

/** Without a filter a month has one number. */
const summed = (filters: readonly CountedColumn[]): string =>
  `t.department_id ${filters.length === 0 ? '=' : '>'} ${ALL_DAYS}`;

const monthRange = ({ from, to }: ListFilters, parameter: Parameter): string[] => [
  ...(from === null ? [] : [`t.month >= ${parameter('firstMonth')}`]),
  ...(to === null ? [] : [`t.month <= ${parameter('lastMonth')}`]),
];

/** The filters and the dates that the statements use. */
const filterValue =
  ({ equal, from, to }: ListFilters): NamedValue =>
  (name) => {
    switch (name) {
      case 'from':
        return from;
      case 'firstMonth':
        return from && firstOfMonth(from);
      case 'dayBefore':
        return from && addDays(from, -1);
      case 'firstMonthEnd':
        return from && lastOfMonth(from);
      case 'to':
        return to;
      case 'lastMonth':
        return to && firstOfMonth(to);
      case 'dayAfter':
        return to && addDays(to, 1);
      case 'lastMonthEnd':
        return to && lastOfMonth(to);
      default:
        return equal.get(name as CountedColumn);
    }
  };

/** Which part of a month that the list cuts is counted: the days that are cut off, those that are kept, or none. */
type Cut = 'none' | 'off' | 'kept';

/** Half a month is counted at most, of a month that has the list's first or last date. */
function cutsOf({ from, to }: ListFilters): { readonly head: Cut; readonly tail: Cut; readonly isShort: boolean } {
  const [first, last] = [from === null ? 1 : Number(from.slice(8)), to === null ? 31 : Number(to.slice(8))];
  const isCutAfter = to !== null && to !== lastOfMonth(to);
  const isOneMonth = from !== null && to !== null && firstOfMonth(from) === firstOfMonth(to);
  if (isOneMonth && (first > 1 || isCutAfter) && last - first < 15)
    return { head: 'none', tail: 'none', isShort: true };
  return {
    head: first === 1 ? 'none' : first <= 16 ? 'off' : 'kept',
    tail: isCutAfter ? (last > 15 ? 'off' : 'kept') : 'none',
    isShort: false,
  };
}

/**
 * A page and its total from one moment. The total is the sum of the months less the days that are cut off; the page's
 * place is counted from the start of the path's month, or back from its end. `list_moved` is 1 if the page is not there.
 */
export function listStatement(
  dialect: Dialect,
  filters: ListFilters,
  path: ReadPath,
  page: { readonly withLocation: boolean; readonly limit: number; readonly offset: number },
): Bound {
  const cuts = cutsOf(filters);
  const month = cuts.isShort ? null : path.month;
  const { by, isBackwards } = path;
  const isFrom = isBackwards || month === null;
  const since = isFrom ? filters.from : month;
  const until = isBackwards && month !== null ? lastOfMonth(month) : filters.to;
  const { withLocation, limit, offset } = page;
  const ofFilters = filterValue(filters);
  const own = new Map<string, SqlValue | null>(Object.entries({ month, since, until, limit, offset }));
  const value: NamedValue = (name) => own.get(name) ?? ofFilters(name);
  const shape = [
    dialect,
    by,
    isBackwards,
    withLocation,
    [...filters.equal.keys()].join(),
    cuts.head,
    cuts.tail,
    cuts.isShort,
  ];
  const key = [...shape, ...[filters.from, filters.to, month, since, until].map((date) => date !== null)].join(' ');
  return bound(key, value, (parameter) => {
    const rows = companySql`${readByIndex(attendanceTable, DIFFERENCES[dialect].byIndex(INDICES[by]))} a`;
    const conditions = new RowConditions(dialect, by, [...filters.equal.keys()], parameter);
    const columns = [...filters.equal.keys()];
    const is = [summed(columns), ...columns.map((name) => `t.${name} = ${parameter(name)}`)];
    const sum = (...months: readonly string[]) =>
      companySql`COALESCE((SELECT SUM(t.days) FROM ${totalTable} t WHERE ${[...is, ...months].join(' AND ')}), 0)`;
    const counted = (from: string, to: string) =>
      companySql`(SELECT COUNT(*) FROM ${rows} WHERE ${conditions.between(parameter(from), parameter(to))})`;
    const cut = (kind: Cut, off: [string, string], kept: [string, string], of: string) => {
      if (kind === 'none') return companySql`0`;
      return kind === 'off' ? counted(...off) : companySql`${sum(`t.month = ${parameter(of)}`)} - ${counted(...kept)}`;
    };
    const all = cuts.isShort ? counted('from', 'to') : sum(...monthRange(filters, parameter));
    const { least, most } = DIFFERENCES[dialect];
    /** How many days are before the path's month, or up to its end, without those that are cut off. */
    const upToMonth = () =>
      sum(
        ...monthRange({ ...filters, to: null }, parameter),
        `t.month ${isBackwards ? '<=' : '<'} ${parameter('month')}`,
      );
    // What is counted, or summed on PostgreSQL, is so once; on SQLite a few sums cost less than a table of them.
    const isTable = dialect === 'postgres' || cuts.isShort || cuts.head !== 'none' || cuts.tail !== 'none';
    const counts = companySql`counts AS MATERIALIZED (SELECT ${all} - head - tail AS total,
      ${month === null ? '0' : companySql`${upToMonth()} - head`} AS up_to_month FROM (SELECT
      ${cut(cuts.head, ['firstMonth', 'dayBefore'], ['from', 'firstMonthEnd'], 'firstMonth')} AS head,
      ${cut(cuts.tail, ['dayAfter', 'lastMonthEnd'], ['lastMonth', 'to'], 'lastMonth')} AS tail) AS cut)`;
    const total = isTable ? companySql`(SELECT total FROM counts)` : all;
    const upTo = month === null ? null : isTable ? companySql`(SELECT up_to_month FROM counts)` : upToMonth();
    const first = `CAST(${parameter('offset')} AS bigint)`;
    const end = companySql`${least}(${first} + CAST(${parameter('limit')} AS bigint), ${total})`;
    const skip = isBackwards ? companySql`${upTo ?? total} - ${end}` : companySql`${first} - ${upTo ?? '0'}`;
    const moved = upTo === null ? '0' : companySql`CASE WHEN ${skip} < 0 THEN 1 ELSE 0 END`;
    const found = companySql`${rows} WHERE ${conditions.from(since && parameter('since'), until && parameter('until'), isBackwards)}
      ORDER BY ${conditions.order(isBackwards ? ' DESC' : '')} LIMIT (SELECT ${most}(0, ${end} - ${first})) OFFSET (SELECT ${most}(0, ${skip}))`;
    const list = companySql`SELECT ${total} AS list_total, ${moved} AS list_moved`;
    const before = isTable ? [counts] : [];
    if (dialect === 'sqlite') {
      // It reads no columns of the days that it skips.
      const shown = companySql`SELECT 1 AS list_row, ${recordColumns(dialect, 'a', withLocation)} FROM ${found}`;
      return pageOfRows(list, shown, { before, order: isBackwards ? ['date', 'id'] : [] });
    }
    return pageOfIds(dialect, {
      before,
      ids: companySql`SELECT a.id FROM ${found}`,
      counted: list,
      select: recordColumns(dialect, 'r', withLocation),
      from: companySql`${attendanceTable} r`,
      id: 'r.id',
      shownOrder: ['date', 'id'],
    });
  });
}

/**
 * Conditions on days `a` that are read by one index. SQLite is told the index. PostgreSQL gets a range that fits only
 * that index, compared as a row, and filters as expressions that fit none: of an equality it would expect so few rows
 * that it would sort them. Counts need no order, so they have equalities.
 */
class RowConditions {
  readonly #isSqlite: boolean;
  readonly #lead: readonly CountedColumn[];
  readonly #equal: readonly CountedColumn[];
  readonly #parameter: Parameter;

  constructor(dialect: Dialect, by: ReadPath['by'], equal: readonly CountedColumn[], parameter: Parameter) {
    this.#isSqlite = dialect === 'sqlite';
    this.#lead = by === 'date' ? [] : [by];
    this.#equal = equal;
    this.#parameter = parameter;
  }

  #filters(names: readonly CountedColumn[]): string[] {
    const is = names.map((name) => `a.${name} = ${this.#parameter(name)}`);
    return this.#isSqlite ? is : is.map((one) => `CASE WHEN ${one} THEN TRUE ELSE FALSE END`);
  }

  /** The days between two dates, in any order. */
  between(from: string, to: string): string {
    const lead = this.#lead.map((name) => `a.${name} = ${this.#parameter(name)}`);
    const others = this.#equal.filter((name) => !this.#lead.includes(name));
    return ['a.voided_at IS NULL', ...lead, ...this.#filters(others), `a.date >= ${from}`, `a.date <= ${to}`].join(
      ' AND ',
    );
  }

  /** The days from one date on, or from the other back, in the order of the index. */
  from(since: string | null, until: string | null, isBackwards: boolean): string {
    const dates = [
      ...(since === null ? [] : [`a.date >= ${since}`]),
      ...(until === null ? [] : [`a.date <= ${until}`]),
    ];
    if (this.#isSqlite) return ['a.voided_at IS NULL', ...this.#filters(this.#equal), ...dates].join(' AND ');
    const end = isBackwards ? (until ?? "'infinity'") : (since ?? "'-infinity'");
    const columns = [...this.#lead, 'date'].map((name) => `a.${name}`).join(', ');
    const position = [...this.#lead.map(this.#parameter), end].join(', ');
    const within = dates.map((date) => `CASE WHEN ${date} THEN TRUE ELSE FALSE END`);
    return [
      'a.voided_at IS NULL',
      `(${columns}) ${isBackwards ? '<=' : '>='} (${position})`,
      ...this.#filters(this.#equal),
      ...within,
    ].join(' AND ');
  }

  order(direction: '' | ' DESC'): string {
    return [...(this.#isSqlite ? [] : this.#lead), 'date', 'id'].map((name) => `a.${name}${direction}`).join(', ');
  }
}
