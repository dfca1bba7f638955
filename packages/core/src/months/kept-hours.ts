import { setImmediate } from 'node:timers/promises';
import { listAbsenceTypes } from '../absence-types/absence-type-queries.ts';
import { closedPersonTable, type MonthClosingRow } from '../closed-months/month-closing.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import { insertRows, reserveIds } from '../database/sql/bulk-rows.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import type { EmployeeSummary } from '../employees/employee-queries.ts';
import type { HoursSum, PersonHours } from '../hours/hours.ts';
import { compareDates } from '../time/calendar-date.ts';

/** A person's hours as a closing kept them. */
export type KeptHours = Omit<PersonHours, 'employee'>;

/** A person whose hours are no longer those of the month's first closing: what a payroll that was paid lacks. */
export interface MonthAdjustment {
  readonly employee: EmployeeSummary;
  /** As they were at the first closing; null for somebody who had none then. */
  readonly before: KeptHours | null;
  readonly now: KeptHours;
}

/** Rows of one statement; other work runs between two of them. */
const PORTION = 500;

/** Hours as they are stored: an absence has the id of its type, whose label may change. */
interface StoredSum extends Omit<HoursSum, 'absences'> {
  readonly absences: readonly (HoursSum['absences'][number] & { readonly type?: number })[];
}

const SUMS = ['approved', 'pending', 'rejected'] as const;

/** The hours with each of their sums changed. */
function mapSums(hours: KeptHours, change: (sum: StoredSum) => HoursSum): KeptHours {
  const groups = SUMS.map((group) => [group, change(hours[group])]);
  return { ...hours, ...change(hours), ...Object.fromEntries(groups) };
}

/** Keeps the people of a closing, with their hours; those without any in the month have none. */
export async function keepHours(
  company: CompanyTransaction,
  all: AllCompanies,
  closingId: number,
  people: readonly number[],
  hours: readonly PersonHours[],
): Promise<void> {
  const types = new Map((await listAbsenceTypes(company)).map(({ id, label }) => [label, id]));
  const withTypes = (sum: StoredSum): HoursSum => {
    const absences = sum.absences.map((one) => ({ ...one, type: types.get(one.label) }));
    return { ...sum, absences };
  };
  const own = new Map(hours.map(({ employee, ...kept }) => [employee.id, kept]));
  const ids = await reserveIds(all, closedPersonTable, people.length);
  for (let from = 0; from < people.length; from += PORTION) {
    const rows = people.slice(from, from + PORTION).map((employeeId, index) => {
      const kept = own.get(employeeId);
      const stored = kept === undefined ? null : JSON.stringify(mapSums(kept, withTypes));
      return { id: ids[from + index] as number, closingId, employeeId, hours: stored };
    });
    await insertRows(company, closedPersonTable, rows);
    await setImmediate();
  }
}

/** Reads stored hours; absences have the labels of now. Null for a person who had none. */
export async function keptHoursReader(scope: CompanyScope): Promise<(stored: string | null) => KeptHours | null> {
  const labels = new Map((await listAbsenceTypes(scope)).map(({ id, label }) => [id, label]));
  const withLabels = (sum: StoredSum): HoursSum => {
    const absences = sum.absences.map(({ type = 0, label, days }) => ({ label: labels.get(type) ?? label, days }));
    return { ...sum, absences: absences.sort((a, b) => compareDates(a.label, b.label)) };
  };
  return (stored) => (stored === null ? null : mapSums(JSON.parse(stored) as KeptHours, withLabels));
}

/** The people of a closing whose hours have changed since, in the order of `months`. */
export async function adjustmentsSince(
  scope: CompanyScope,
  closing: MonthClosingRow,
  months: AsyncIterable<PersonHours> | Iterable<PersonHours>,
): Promise<MonthAdjustment[]> {
  const read = await keptHoursReader(scope);
  const people = await scope.find(closedPersonTable, { closingId: closing.id });
  const kept = new Map(people.map(({ employeeId, hours }) => [employeeId, hours]));
  const changed: MonthAdjustment[] = [];
  for await (const { employee, ...now } of months) {
    // Somebody who came to a department after its month was closed belongs to another closing.
    if (closing.departmentId !== null && !kept.has(employee.id)) continue;
    const before = read(kept.get(employee.id) ?? null);
    if (figuresOf(before) !== figuresOf(now)) changed.push({ employee, before, now });
  }
  return changed;
}

/** What is compared: a preset that was renamed since, or is new and pays nobody, changes no hours. */
function figuresOf(hours: KeptHours | null): string {
  if (hours === null) return figuresOf(NO_HOURS);
  const { unmended, approved, pending, rejected } = hours;
  const groups = [approved, pending, rejected].map(({ byPreset, ...sums }) => {
    const paid = byPreset.filter(({ minutes }) => minutes > 0);
    return { ...sums, byPreset: paid.map(({ preset, minutes }) => [preset?.id ?? 0, minutes]) };
  });
  return JSON.stringify([groups, unmended]);
}

const NO_SUM: HoursSum = { workedMinutes: 0, byPreset: [], breakMinutes: 0, workedDays: 0, absences: [] };
const NO_HOURS: KeptHours = { ...NO_SUM, approved: NO_SUM, pending: NO_SUM, rejected: NO_SUM, unmended: [] };
