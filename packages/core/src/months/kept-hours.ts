import { closedPersonTable, type MonthClosingRow } from '../closed-months/month-closing.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import type { EmployeeSummary } from '../employees/employee-queries.ts';
import type { PersonHours } from '../hours/hours.ts';

/** A person's hours as a closing kept them. */
export type KeptHours = Omit<PersonHours, 'employee'>;

/** A person whose hours are no longer those of the month's first closing: what a payroll that was paid lacks. */
export interface MonthAdjustment {
  readonly employee: EmployeeSummary;
  /** As they were at the first closing; null for somebody who had none then. */
  readonly before: KeptHours | null;
  readonly now: KeptHours;
}

/** Keeps the people of a closing, with their hours; those without any in the month have none. */
export async function keepHours(
  company: CompanyTransaction,
  closingId: number,
  people: readonly number[],
  hours: ReadonlyMap<number, PersonHours>,
): Promise<void> {
  for (const employeeId of people) {
    const own = hours.get(employeeId);
    const kept = own === undefined ? null : JSON.stringify(withoutPerson(own));
    await company.append(closedPersonTable, { closingId, employeeId, hours: kept });
  }
}

/** The people of a closing whose hours have changed since, in the order of `months`. */
export async function adjustmentsSince(
  scope: CompanyScope,
  closing: MonthClosingRow,
  months: AsyncIterable<PersonHours>,
): Promise<MonthAdjustment[]> {
  const kept = new Map(
    (await scope.find(closedPersonTable, { closingId: closing.id })).map((row) => [row.employeeId, row.hours]),
  );
  const changed: MonthAdjustment[] = [];
  for await (const month of months) {
    const before = kept.get(month.employee.id);
    // Somebody who came to a department after its month was closed belongs to another closing.
    if (before === undefined && closing.departmentId !== null) continue;
    const now = withoutPerson(month);
    if ((before ?? null) === JSON.stringify(now) || (before === undefined && isEmpty(now))) continue;
    const { employee } = month;
    changed.push({ employee, before: before == null ? null : (JSON.parse(before) as KeptHours), now });
  }
  return changed;
}

const withoutPerson = ({ employee: _, ...hours }: PersonHours): KeptHours => hours;

const isEmpty = ({ workedMinutes, absences, unmended, rejected }: KeptHours): boolean =>
  workedMinutes + rejected.workedMinutes + absences.length + rejected.absences.length + unmended.length === 0;
