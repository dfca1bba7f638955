import { type Actor, actorName } from '../actor.ts';
import type { AttendanceRow } from '../attendance/attendance.ts';
import { punchTable } from '../attendance/attendance.ts';
import { clockedIn, clockedOut } from '../attendance/attendance-events.ts';
import { changeRecord } from '../attendance/attendance-store.ts';
import { isOpening, openedAt } from '../attendance/projection.ts';
import { insertDay, lockRecord, rebuildRecord } from '../attendance/punched-day.ts';
import type { CompanyRow } from '../companies/company.ts';
import { insertRows, reserveIds, updateRows } from '../database/sql/bulk-rows.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { orNotFound } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { WriteParts } from '../service-parts.ts';
import { addDays } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import type { Reading } from './clock-input.ts';
import { daysSince, MOVE_REPORTS, type PunchingEmployee, reportsSince, VOID_PUNCHES } from './clock-queries.ts';
import { type ChangedDay, NAMED_BY, type PlacedPunch, replayDays } from './clock-replay.ts';
import { type ClockReportRow, clockReportTable } from './clock-report.ts';
import { isNews, isRefusing, refusedBy, type Verdict } from './clock-rules.ts';

export interface ClockParts extends WriteParts {
  readonly events: EventBus;
}

/** Whose readings are recorded; the employee is locked. */
interface Recording {
  readonly actor: Actor;
  readonly employee: PunchingEmployee;
  readonly settings: CompanyRow;
  readonly now: Date;
}

export function createRecordReadings(parts: ClockParts) {
  const { database, events } = parts;

  /**
   * Records readings of an employee in a savepoint, together with those that were refused for their place among the
   * others and may have one now. If a day cannot change, each is tried by itself.
   */
  async function recordReadings(
    company: CompanyTransaction,
    recording: Recording,
    readings: readonly Reading[],
  ): Promise<readonly Verdict[]> {
    const { manager } = company;
    const inSavepoint = (some: readonly Reading[], withRefused: boolean) =>
      database.write(recording.actor, 'attendance.recordPunches', { manager }, (own) =>
        recordTogether(own, recording, some, withRefused),
      );
    try {
      return await inSavepoint(readings, true);
    } catch (error) {
      if (!isRefusing(error)) throw error;
    }
    const verdicts: Verdict[] = [];
    for (const reading of [...readings].sort((a, b) => a.at.getTime() - b.at.getTime())) {
      try {
        verdicts.push(...(await inSavepoint([reading], false)));
      } catch (error) {
        if (!isRefusing(error)) throw error;
        const verdict = refusedBy(reading, error);
        await storeReports(parts, company, [verdict], recording.now);
        verdicts.push(verdict);
      }
    }
    return verdicts;
  }

  async function recordTogether(
    company: CompanyTransaction,
    recording: Recording,
    readings: readonly Reading[],
    withRefused: boolean,
  ): Promise<readonly Verdict[]> {
    const { employee, settings, now } = recording;
    const from = new Date(Math.min(...readings.map(({ at }) => at.getTime())));
    const reports = await reportsSince(company, employee.id, from);
    const days = await daysSince(company, employee.id, addDays(localDate(from, settings.zone), -1), from);
    const byTurns = new Set(reports.flatMap(({ answer, punchId }) => (answer === 'recorded' ? (punchId ?? []) : [])));
    const comeAgain = new Set(readings.map(({ reportId }) => reportId));
    const isNamed = new Set(
      days.filter(({ punches }) => punches.some(({ rule }) => NAMED_BY.has(rule))).map(({ date }) => date),
    );
    const mayHavePlace = ({ id, at, answer }: ClockReportRow): boolean =>
      withRefused && answer === 'refused' && !comeAgain.has(id) && !isNamed.has(localDate(at, settings.zone));
    const earlier = reports.filter(mayHavePlace).map((report): Reading => ({ ...report, reportId: report.id }));
    const { placements, changed } = replayDays(days, [...earlier, ...readings], byTurns, settings);
    const { ids, records } = await changeDays(company, recording, changed);
    const verdicts: Verdict[] = [];
    for (const [reading, placement] of placements) {
      const none = { reading, reason: null, message: null, punchId: null };
      if (placement.answer === 'refused') {
        if (!earlier.includes(reading)) verdicts.push(refusedBy(reading, placement.error));
      } else if (placement.answer === 'known') verdicts.push({ ...none, answer: 'known', punchId: placement.punchId });
      else verdicts.push({ ...none, answer: 'recorded', punchId: ids.get(placement.placed) ?? null });
    }
    await storeReports(parts, company, verdicts, now);
    for (const day of changed) {
      const record = records.get(day);
      if (record !== undefined) await publishNews(company, record, day, recording);
    }
    return verdicts;
  }

  /** Writes the changed days: punches are voided and appended, never deleted, and records are rebuilt (D:T12, T16). */
  async function changeDays(company: CompanyTransaction, recording: Recording, changed: readonly ChangedDay[]) {
    const { actor, employee, now } = recording;
    const by = actorName(actor);
    const records = new Map<ChangedDay, Locked<AttendanceRow>>();
    for (const day of [...changed].sort((a, b) => (a.recordId ?? Infinity) - (b.recordId ?? Infinity))) {
      const record =
        day.recordId === null
          ? await insertDay(company, employee, day.date, day.punches, now)
          : orNotFound(await lockRecord(company, employee.id, day.date), 'attendance');
      records.set(day, record);
    }
    const voided = changed.flatMap((day) => day.voided.map(({ id }) => id));
    if (voided.length > 0) await company.change(VOID_PUNCHES[company.dialect], [voided, now, by]);
    const added = changed.flatMap((day) => day.added.map((punch) => ({ punch, record: records.get(day) })));
    const ids = new Map<PlacedPunch, number>();
    const reserved = await reserveIds(database.withinAllCompanies(company.manager), punchTable, added.length);
    for (const [index, { punch }] of added.entries()) ids.set(punch, reserved[index] as number);
    await insertRows(
      company,
      punchTable,
      added.map(({ punch, record }) => {
        const { kind, at, lat, lng, accuracyMeters, rule } = punch;
        const place = { employeeId: employee.id, attendanceId: (record as AttendanceRow).id };
        const notVoided = { voidedAt: null, voidedBy: null, voidNote: null };
        const evidence = { rule, recordedBy: by, recordedAt: now, note: null };
        return {
          id: ids.get(punch) as number,
          ...place,
          kind,
          at,
          lat,
          lng,
          accuracyMeters,
          ...evidence,
          ...notVoided,
        };
      }),
    );
    for (const [punch, id] of ids) {
      if (punch.punch !== null) await company.change(MOVE_REPORTS, [employee.id, punch.at, punch.punch.id, id]);
    }
    for (const [day, record] of records) {
      if (day.recordId === null) continue;
      const isEmpty = day.punches.length === 0 && record.absenceType === null;
      const change = isEmpty
        ? changeRecord(company, record, { voidedAt: now, updatedAt: now })
        : rebuildRecord(company, record, now);
      records.set(day, await change);
    }
    return { ids, records };
  }

  async function publishNews(
    company: CompanyTransaction,
    record: AttendanceRow,
    { punches }: ChangedDay,
    { settings: { zone }, now }: Recording,
  ): Promise<void> {
    for (const [index, { kind, at, reading }] of punches.entries()) {
      if (reading === null || !isNews(at, now)) continue;
      if (isOpening(kind)) await events.publish(company, 'attendance.clocked_in', clockedIn(record, at, zone));
      if (kind !== 'out') continue;
      const segment = { checkIn: openedAt(punches.slice(0, index)), checkOut: at };
      await events.publish(company, 'attendance.clocked_out', clockedOut(record, segment, zone));
    }
  }

  return recordReadings;
}

/** Keeps what was decided, in new reports and in those that came again. */
export async function storeReports(
  { database }: Pick<ClockParts, 'database'>,
  company: CompanyTransaction,
  verdicts: readonly Verdict[],
  now: Date,
): Promise<void> {
  const rowOf = ({ reading, answer, reason, punchId }: Verdict) => {
    const { device, number, employeeExternalId, employeeId, at, kind } = reading;
    return { device, number, employeeExternalId, employeeId, at, kind, answer, reason, punchId };
  };
  const isNew = ({ reading }: Verdict): boolean => reading.reportId === null;
  const fresh = verdicts.filter(isNew);
  const ids = await reserveIds(database.withinAllCompanies(company.manager), clockReportTable, fresh.length);
  await insertRows(
    company,
    clockReportTable,
    fresh.map((verdict, index) => ({ id: ids[index] as number, ...rowOf(verdict), receivedAt: now })),
  );
  const again = verdicts.filter((verdict) => !isNew(verdict));
  await updateRows(
    company,
    clockReportTable,
    ['employeeExternalId', 'employeeId', 'at', 'kind', 'answer', 'reason', 'punchId'],
    again.map((verdict) => ({ ...rowOf(verdict), id: verdict.reading.reportId as number })),
  );
}
