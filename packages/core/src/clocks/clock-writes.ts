import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { lockCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { findKeys } from '../external-ids/external-id-queries.ts';
import { getOrMake } from '../get-or-make.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { isPossibleId } from '../possible-id.ts';
import { type ClockRow, type Reading, readClockRow } from './clock-input.ts';
import { lockPunchingEmployees, type PunchingEmployee, storedReports } from './clock-queries.ts';
import { type ClockReportFilter, refusedReports } from './clock-reads.ts';
import type { ClockOutcome, ClockReportRow } from './clock-report.ts';
import { type ClockRefusal, isSameReport, REFUSALS, refusalOf, type Verdict } from './clock-rules.ts';
import { type ClockParts, createRecordReadings, storeReports } from './employee-readings.ts';

/** The answer to one report of a clock. */
export interface ClockAnswer {
  /** The place of its row among all, from 0. */
  readonly row: number;
  /** Null if the row has none, or a wrong one; so is `number`. */
  readonly device: string | null;
  readonly number: number | null;
  /** `known` if it came before, or repeats a punch within a minute. */
  readonly answer: ClockOutcome;
  /** A stable code; null unless it was refused. */
  readonly reason: ClockRefusal | null;
  /** The reason in English, without values of the row. */
  readonly message: string | null;
}

export interface RecordPunchesOptions extends WriteOptions {
  /** Receives the answers of each portion, in the order of the rows, once it is committed. */
  readonly onAnswers?: ((answers: readonly ClockAnswer[]) => Promise<void> | void) | undefined;
}

/** How many reports had each answer. */
export type ClockCounts = Readonly<Record<ClockOutcome, number>>;

/** Recording what clocks on the wall report. */
export interface ClockWrites {
  /**
   * Records reports of clocks, late ones and in any order, for the product and admins (D:A99 to A104). Rows are taken in
   * portions, each in a transaction of its own; after an interruption send all again. Fires the events of punches of the
   * last hour. A row that cannot be recorded is refused by its answer, and the others are recorded. Throws
   * `not_permitted`, and `invalid_input` for rows that are no list.
   */
  recordPunches(
    actor: Actor,
    rows: Iterable<ClockRow> | AsyncIterable<ClockRow>,
    options?: RecordPunchesOptions,
  ): Promise<ClockCounts>;
  /**
   * Judges refused reports again, as if they came again: of a card that somebody has now, of a month that is open again.
   * In portions like `recordPunches`. Throws `not_permitted`, and `invalid_input` for a bad filter.
   */
  recordAgain(actor: Actor, filter: Omit<ClockReportFilter, 'answer'>, options?: WriteOptions): Promise<ClockCounts>;
}

/** Named in the audit. */
const MOST_DEVICES = 20;
/** Rows of one transaction. */
const PORTION = 500;
interface NumberedReading {
  readonly row: number;
  readonly reading: Reading;
}

export function createClockWrites(parts: ClockParts): ClockWrites {
  const { database, audit, clock } = parts;
  const recordReadings = createRecordReadings(parts);

  async function recordPortion(
    company: CompanyTransaction,
    actor: Actor,
    rows: readonly unknown[],
    first: number,
  ): Promise<readonly ClockAnswer[]> {
    // Portions of a company come one after the other, so that two with the same reports agree on them.
    const settings = await lockCompany(company);
    const now = clock.now();
    const answers: ClockAnswer[] = [];
    const readings: NumberedReading[] = [];
    for (const [index, row] of rows.entries()) {
      const read = readClockRow(row, settings.zone);
      if ('at' in read) readings.push({ row: first + index, reading: read });
      else answers.push({ row: first + index, answer: 'refused', reason: 'invalid_input', ...read });
    }
    const { employees, found } = await employeesOf(company, readings);
    const verdicts = await judgeReadings(company, actor, { found, employees, settings, now });
    answers.push(...verdicts.answers);
    // A clock may send what is refused again and again.
    const changed = verdicts.judged.filter(({ reading, answer }) => reading.reportId === null || answer !== 'refused');
    if (changed.length > 0) await auditPortion(company, actor, changed);
    return answers.sort((a, b) => a.row - b.row);
  }

  async function judgeReadings(
    company: CompanyTransaction,
    actor: Actor,
    portion: {
      readonly found: readonly NumberedReading[];
      readonly employees: ReadonlyMap<number, PunchingEmployee>;
      readonly settings: Parameters<typeof recordReadings>[1]['settings'];
      readonly now: Date;
    },
  ) {
    const { found, employees, settings, now } = portion;
    const stored = new Map((await storedReports(company, readingsOf(found))).map((report) => [keyOf(report), report]));
    const answers: ClockAnswer[] = [];
    const refused: Verdict[] = [];
    const groups = new Map<PunchingEmployee, Reading[]>();
    const judged = new Map<string, Reading>();
    const repeated: NumberedReading[] = [];
    const own = new Map<Reading, number>();
    for (const { row, reading: given } of found) {
      const key = keyOf(given);
      const report = stored.get(key);
      if (judged.has(key)) {
        repeated.push({ row, reading: given });
        continue;
      }
      if (report !== undefined && report.answer !== 'refused') {
        answers.push(
          isSameReport(report, given) ? answerOf(row, given, 'known') : answerOf(row, given, 'number_taken'),
        );
        continue;
      }
      const reading = { ...given, reportId: report?.id ?? null };
      judged.set(key, reading);
      own.set(reading, row);
      const employee = employees.get(reading.employeeId ?? 0);
      const reason = refusalOf(reading, employee, now);
      if (reason === null) getOrMake(groups, employee as PunchingEmployee, (): Reading[] => []).push(reading);
      else refused.push({ reading, answer: 'refused', reason, message: REFUSALS[reason], punchId: null });
    }
    await storeReports(parts, company, refused, now);
    const verdicts = [...refused];
    for (const [employee, ofEmployee] of [...groups].sort(([a], [b]) => a.id - b.id)) {
      verdicts.push(...(await recordReadings(company, { actor, employee, settings, now }, ofEmployee)));
    }
    const byReading = new Map(verdicts.map((verdict) => [verdict.reading, verdict]));
    for (const [reading, row] of own) answers.push(answerBy(row, byReading.get(reading) as Verdict));
    for (const { row, reading } of repeated) {
      const before = byReading.get(judged.get(keyOf(reading)) as Reading) as Verdict;
      if (!isSameReport(before.reading, reading)) answers.push(answerOf(row, reading, 'number_taken'));
      else answers.push(before.answer === 'refused' ? answerBy(row, before) : answerOf(row, reading, 'known'));
    }
    return { answers, judged: verdicts };
  }

  function auditPortion(company: CompanyTransaction, actor: Actor, verdicts: readonly Verdict[]): Promise<void> {
    const recorded = verdicts.filter(({ answer }) => answer === 'recorded').map(({ reading }) => reading);
    const times = recorded.map(({ at }) => at.toISOString()).sort();
    const isOwn = (reading: Reading) => actor.kind === 'account' && reading.employeeId === actor.employeeId;
    return auditAct(audit, company, actor, 'attendance.clocks', {
      ...counted(verdicts),
      devices: [...new Set(verdicts.map(({ reading }) => reading.device))].sort().slice(0, MOST_DEVICES),
      people: new Set(recorded.map(({ employeeId }) => employeeId)).size,
      ...(times.length > 0 && { from: times[0] as string, to: times.at(-1) as string }),
      ...(recorded.some(isOwn) && { own: true }),
    });
  }

  return {
    async recordPunches(actor, rows, { onAnswers, ...options } = {}) {
      authorize(actor, 'clocks.manage');
      const counts = { recorded: 0, known: 0, refused: 0 };
      let first = 0;
      for await (const portion of inPortions(rows)) {
        const answers = await database.write(actor, 'attendance.recordPunches', options, (company) =>
          recordPortion(company, actor, portion, first),
        );
        first += portion.length;
        for (const { answer } of answers) counts[answer] += 1;
        await onAnswers?.(answers);
      }
      return counts;
    },

    async recordAgain(actor, filter, options = {}) {
      authorize(actor, 'clocks.manage');
      const counts = { recorded: 0, known: 0, refused: 0 };
      let after: number | undefined = 0;
      while (after !== undefined) {
        const from: number = after;
        const portion = await database.write(actor, 'attendance.recordAgain', options, async (company) => {
          const reports = await refusedReports(company, filter, from, PORTION);
          const answers = await recordPortion(company, actor, reports.map(rowOfReport), 0);
          return { answers, last: reports.length === PORTION ? reports.at(-1)?.id : undefined };
        });
        for (const { answer } of portion.answers) counts[answer] += 1;
        after = portion.last;
      }
      return counts;
    },
  };
}

/** A stored report as its clock would send it. */
function rowOfReport({ device, number, employeeExternalId, employeeId, at, kind }: ClockReportRow): ClockRow {
  const key = employeeExternalId === null ? { employee_id: employeeId } : { employee_external_id: employeeExternalId };
  return { device, number, ...key, at, kind };
}

async function* inPortions(rows: unknown): AsyncGenerator<readonly unknown[], void, undefined> {
  const isList = typeof rows === 'object' && rows !== null && (Symbol.iterator in rows || Symbol.asyncIterator in rows);
  if (!isList) throw invalidField('rows', issue('array'));
  let portion: unknown[] = [];
  for await (const row of rows as AsyncIterable<unknown>) {
    portion.push(row);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** The readings with the ids of their employees, who are locked. */
async function employeesOf(company: CompanyTransaction, readings: readonly NumberedReading[]) {
  const keys = [...new Set(readings.flatMap(({ reading }) => reading.employeeExternalId ?? []))];
  const known = keys.length === 0 ? new Map() : await findKeys(company, 'employee', keys);
  const found = readings.map(({ row, reading }) => {
    const { employeeExternalId: key } = reading;
    return { row, reading: key === null ? reading : { ...reading, employeeId: known.get(key)?.recordId ?? null } };
  });
  const ids = new Set(found.flatMap(({ reading }) => reading.employeeId ?? []).filter((id) => isPossibleId(id)));
  return { found, employees: await lockPunchingEmployees(company, [...ids]) };
}

const readingsOf = (readings: readonly NumberedReading[]) => readings.map(({ reading }) => reading);
const keyOf = ({ device, number }: Pick<Reading, 'device' | 'number'>): string => `${number} ${device}`;

const answerOf = (row: number, { device, number }: Reading, what: 'known' | 'number_taken'): ClockAnswer =>
  what === 'known'
    ? { row, device, number, answer: 'known', reason: null, message: null }
    : { row, device, number, answer: 'refused', reason: what, message: REFUSALS[what] };

const answerBy = (row: number, { reading: { device, number }, answer, reason, message }: Verdict): ClockAnswer => ({
  ...{ row, device, number, answer, reason, message },
});

function counted(verdicts: readonly Verdict[]): Record<ClockOutcome, number> {
  const counts = { recorded: 0, known: 0, refused: 0 };
  for (const { answer } of verdicts) counts[answer] += 1;
  return counts;
}
