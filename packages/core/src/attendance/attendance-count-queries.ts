import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanySql, companySql } from '../database/statement.ts';
import { attendanceCountTable, type CountKind } from './attendance-count.ts';

/** Which records a list has, by the parameters of its statement: `$2` for a member's name, `$3` for a date. */
export interface CountedList {
  readonly kind: CountKind;
  /** Not for all of a company. */
  readonly member?: string | undefined;
  /** Dates, both inclusive, each with the first day of its month. */
  readonly from?: DateParameters | undefined;
  readonly to?: DateParameters | undefined;
}

export interface DateParameters {
  readonly date: string;
  readonly month: string;
}

const countsOf = ({ kind, member }: CountedList): CompanySql =>
  companySql`FROM ${attendanceCountTable} c WHERE kind = '${kind}' AND member = ${member ?? "''"}`;

/** How many records lie before a date, or up to it: whole months, and the days of its own. */
function recordsUntil(list: CountedList, { date, month }: DateParameters, until: '<' | '<='): CompanySql {
  const sum = (condition: string) => companySql`COALESCE((SELECT SUM(total) ${countsOf(list)} AND ${condition}), 0)`;
  const months = sum(`period = 'month' AND date < ${month}`);
  return companySql`(${months} + ${sum(`period = 'day' AND date >= ${month} AND date ${until} ${date}`)})`;
}

const recordsBefore = (list: CountedList): CompanySql =>
  list.from === undefined ? companySql`0` : recordsUntil(list, list.from, '<');

/** An expression: how many records the list has. */
export function keptTotal(list: CountedList): CompanySql {
  const upTo =
    list.to === undefined
      ? companySql`COALESCE((SELECT SUM(total) ${countsOf(list)} AND period = 'month'), 0)`
      : recordsUntil(list, list.to, '<=');
  return companySql`${upTo} - ${recordsBefore(list)}`;
}

/**
 * A `WITH` clause whose `page_start` has one row, or none when the list ends before the page: the `date` of the page's
 * first record and how many records of that date come before it, to `skip`. Found by the counts of months, then of the
 * days of one: a million records back costs what the first page costs.
 */
export function pageStart(list: CountedList, offset: string, dialect: Dialect): CompanySql {
  const running = (period: string, more = ''): CompanySql =>
    companySql`SELECT date, SUM(total) AS total, SUM(SUM(total)) OVER (ORDER BY date) AS up_to ${countsOf(list)} AND period = '${period}'${more} GROUP BY date`;
  const ofMonth = `AND date >= (SELECT date FROM start_month) AND date <= (SELECT ${DIFFERENCES[dialect].endOfMonth('date')} FROM start_month)`;
  const [wanted, before] = ['(SELECT position FROM wanted)', '(SELECT before FROM start_month)'];
  return companySql`WITH wanted AS (SELECT ${recordsBefore(list)} + CAST(${offset} AS bigint) AS position),
    months AS (${running('month')}),
    start_month AS (SELECT date, up_to - total AS before FROM months WHERE up_to > ${wanted} ORDER BY date LIMIT 1),
    days AS (${running('day', ` ${ofMonth}`)}),
    page_start AS (SELECT date, CAST(${wanted} - ${before} - (up_to - total) AS bigint) AS skip FROM days
      WHERE ${before} + up_to > ${wanted} ORDER BY date LIMIT 1)`;
}
