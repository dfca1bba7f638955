import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { type Page, type PageRequest, readPage } from '../database/sql/paging.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { comparedValues } from '../input/list-filter.ts';
import { isPossibleId, MAX_BIG_ID } from '../possible-id.ts';
import { isDatable } from '../time/calendar-date.ts';
import { type ClockOutcome, type ClockReportRow, clockReportTable } from './clock-report.ts';
import { AHEAD_MS, isSilent, MOST_MISSING } from './clock-rules.ts';

/** Which reports to list; an absent or null member leaves none out. */
export interface ClockReportFilter {
  readonly id?: number | null | undefined;
  readonly answer?: ClockOutcome | null | undefined;
  readonly device?: string | null | undefined;
  readonly employee_id?: number | null | undefined;
  /** The external id by which the clock named the employee. */
  readonly card?: string | null | undefined;
  /** Those that came at this time or later. */
  readonly since?: Date | null | undefined;
}

/** A report of a clock, and what became of it. */
export interface ClockReport extends Omit<ClockReportRow, 'companyId'> {
  /** Null for nobody of the company. */
  readonly employeeName: string | null;
}

const COMPARED = ['answer', 'device', 'employee_id'] as const;

/** The condition of a filter, and its values, from `$2` on. Throws `invalid_input`. */
function conditionOf(filter: ClockReportFilter): { readonly where: string; readonly values: readonly SqlValue[] } {
  const compared = comparedValues(filter, COMPARED, ['id', 'card', 'since']);
  const conditions = [...compared].map(([column, value]): [string, SqlValue] => [`r.${column} =`, value]);
  const { id = null, card = null, since = null } = filter;
  if (id !== null) conditions.push(['r.id =', isPossibleId(id, MAX_BIG_ID) ? id : 0]);
  if (card !== null) conditions.push(['r.employee_external_id =', String(card)]);
  if (since !== null) {
    if (!(since instanceof Date) || !isDatable(since)) throw invalidField('since', issue('date_time'));
    conditions.push(['r.received_at >=', since]);
  }
  const where = ['1 = 1', ...conditions.map(([condition], index) => `${condition} $${index + 2}`)].join(' AND ');
  return { where, values: conditions.map(([, value]) => value) };
}

/** Newest first. */
export function listClockReports(
  scope: CompanyScope,
  filter: ClockReportFilter,
  page: PageRequest,
): Promise<Page<ClockReport>> {
  const list = {
    select: `${clockReportTable.selection(scope.dialect)}, person_name`,
    from: companySql`${clockReportTable} r LEFT JOIN (SELECT e.id AS person_id, e.name AS person_name
      FROM ${employeeTable} e) AS person ON person.person_id = r.employee_id`,
    countFrom: companySql`${clockReportTable} r`,
    ...conditionOf(filter),
    orderBy: 'r.id DESC',
  };
  return readPage(scope, list, page, (raw) => {
    const { companyId: _, ...report } = clockReportTable.fromDatabase(raw);
    return { ...report, employeeName: raw.person_name === null ? null : String(raw.person_name) };
  });
}

/** The next refused reports after an id, in the order in which they came. */
export async function refusedReports(
  company: CompanyTransaction,
  filter: ClockReportFilter,
  after: number,
  limit: number,
): Promise<readonly ClockReportRow[]> {
  const { where, values } = conditionOf({ ...filter, answer: 'refused' });
  const [next, most] = [values.length + 2, values.length + 3];
  const statement = companySql`SELECT ${clockReportTable.selection(company.dialect)} FROM ${clockReportTable} r
    WHERE ${where} AND r.id > $${next} ORDER BY r.id LIMIT $${most}`;
  return (await company.rows(statement, [...values, after, limit])).map(clockReportTable.fromDatabase);
}

/** A clock on the wall, by what it reported in the last 31 days. */
export interface WallClock {
  readonly device: string;
  /** When its last report came, the clock's own time in it, and its number. */
  readonly receivedAt: Date;
  readonly at: Date;
  readonly number: number;
  /** Whether it has reported nothing for twelve hours. */
  readonly isSilent: boolean;
  /** How far its last report was ahead; 0 up to two minutes. */
  readonly aheadMs: number;
  /** Reports recorded since a time, and refused ones. */
  readonly recorded: number;
  readonly refused: number;
  /** Ranges of its running numbers that were not reported, the last ones first. */
  readonly missing: readonly { readonly from: number; readonly to: number }[];
}

const CLOCKS = eachDialect((dialect) => {
  const { instantAsMs } = DIFFERENCES[dialect];
  const sumIf = (condition: string) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END) OVER (PARTITION BY r.device)`;
  return companySql`SELECT seen.device, seen.number, ${instantAsMs('seen.at')} AS at,
      ${instantAsMs('seen.received_at')} AS received_at, seen.recorded, seen.refused
    FROM (SELECT r.device, r.number, r.at, r.received_at,
        ${sumIf(`r.answer = 'recorded' AND r.received_at >= $3`)} AS recorded,
        ${sumIf(`r.answer = 'refused'`)} AS refused,
        ROW_NUMBER() OVER (PARTITION BY r.device ORDER BY r.received_at DESC, r.at DESC, r.id DESC) AS place
      FROM ${clockReportTable} r WHERE r.received_at >= $2) AS seen
    WHERE seen.place = 1 ORDER BY seen.device`;
});

/** A longer gap is no gap: the clock counts anew. */
const MISSING = companySql`SELECT gap.device, gap.earlier, gap.number FROM (SELECT r.device, r.number,
      LAG(r.number) OVER (PARTITION BY r.device ORDER BY r.number) AS earlier
    FROM ${clockReportTable} r WHERE r.received_at >= $2) AS gap
  WHERE gap.number - gap.earlier BETWEEN 2 AND $3 ORDER BY gap.number DESC LIMIT 1000`;

/** The clocks that have reported since a time, by name; what was recorded is counted from `countedSince` on. */
export async function listClocks(
  scope: CompanyScope,
  times: { readonly since: Date; readonly countedSince: Date; readonly now: Date },
): Promise<readonly WallClock[]> {
  const { since, countedSince, now } = times;
  const clocks = await scope.rows(CLOCKS[scope.dialect], [since, countedSince]);
  const gaps = await scope.rows(MISSING, [since, MOST_MISSING + 1]);
  return clocks.map((row) => {
    const [at, receivedAt] = [new Date(Number(row.at)), new Date(Number(row.received_at))];
    const ahead = at.getTime() - receivedAt.getTime();
    return {
      device: String(row.device),
      receivedAt,
      at,
      number: Number(row.number),
      isSilent: isSilent(receivedAt, now),
      aheadMs: ahead > AHEAD_MS ? ahead : 0,
      recorded: Number(row.recorded),
      refused: Number(row.refused),
      missing: gaps
        .filter(({ device }) => device === row.device)
        .map(({ earlier, number }) => ({ from: Number(earlier) + 1, to: Number(number) - 1 })),
    };
  });
}
