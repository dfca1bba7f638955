import { type PunchRow, punchTable } from '../attendance/attendance.ts';
import { punchesOfDays } from '../attendance/punch-queries.ts';
import { updateRows } from '../database/sql/bulk-rows.ts';
import { getOrMake } from '../get-or-make.ts';
import type { Evidence } from './day-fields.ts';
import type { ImportRun } from './import-run.ts';

/** A day of an export with all its punches. */
interface ExportedDay {
  readonly id: number;
  readonly evidence: readonly Evidence[];
}

/** The differences between the stored punches of days and the export's. */
interface MissingEvidence {
  readonly added: readonly (Evidence & { readonly attendanceId: number })[];
  /** Live punches that the export lacks. */
  readonly unknown: readonly number[];
}

const VOIDING = ['voidedAt', 'voidedBy', 'voidNote'] as const;
type Voiding = Pick<PunchRow, 'id' | (typeof VOIDING)[number]>;

/**
 * Compares the punches of days with an export's, and voids those that were voided since. Punches are only appended and
 * voided (D:T12), so an earlier export's punches are the first ones of a later export.
 */
export async function followEvidence(
  { company }: Pick<ImportRun, 'company'>,
  days: readonly ExportedDay[],
): Promise<MissingEvidence> {
  const known = await punchesOfDays(
    company,
    days.map(({ id }) => id),
  );
  const added: (Evidence & { readonly attendanceId: number })[] = [];
  const unknown: number[] = [];
  const changed: Voiding[] = [];
  for (const { id: attendanceId, evidence } of days) {
    const left = byFact(known.get(attendanceId) ?? []);
    for (const punch of evidence) {
      const same = left.get(factOf(punch))?.shift();
      if (same === undefined) added.push({ ...punch, attendanceId });
      else if (voidingOf(same) !== voidingOf(punch)) {
        const { voidedAt, voidedBy, voidNote } = punch;
        changed.push({ id: same.id, voidedAt, voidedBy, voidNote });
      }
    }
    for (const rest of left.values()) for (const { id, voidedAt } of rest) if (voidedAt === null) unknown.push(id);
  }
  await updateRows(company, punchTable, VOIDING, changed);
  return { added, unknown };
}

/** The values of a punch that never change. */
function factOf(punch: Evidence): string {
  const { kind, at, lat, lng, accuracyMeters, rule, recordedBy, recordedAt, note } = punch;
  return JSON.stringify([kind, at, lat, lng, accuracyMeters, rule, recordedBy, recordedAt, note]);
}

const voidingOf = (punch: Evidence): string => JSON.stringify(VOIDING.map((property) => punch[property]));

/** In the order of recording. */
function byFact(punches: readonly PunchRow[]): Map<string, PunchRow[]> {
  const found = new Map<string, PunchRow[]>();
  for (const punch of punches) {
    getOrMake(found, factOf(punch), () => []).push(punch);
  }
  return found;
}
