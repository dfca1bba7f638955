import type { Employee, ShaonClient, Shift } from '@shaon/client-sdk';
import { shares } from './shares.ts';
import { wageHours } from './wage-hours.ts';

/** A month of one employee. Durations are in whole minutes. */
export interface PayrollLine {
  readonly employee: Employee;
  workedDays: number;
  /** Working days without a check-in or a check-out, which somebody must correct. */
  incompleteDays: number;
  workedMinutes: number;
  /** Minutes, which add up to `workedMinutes`; `null` is the time outside all presets' hours. */
  readonly byPreset: Map<Shift | null, number>;
  /** Approved days by leave label. */
  readonly leaveDays: Map<string, number>;
}

export interface PayrollMonth {
  readonly presets: Shift[];
  readonly lines: PayrollLine[];
}

/**
 * Reads a month through the API and sums it up for each employee, also frozen ones.
 *
 * @param month `YYYY-MM`
 */
export async function readMonth(shaon: ShaonClient, month: string, zone: string): Promise<PayrollMonth> {
  const dates = { date_from: `${month}-01`, date_to: lastDay(month) };
  const presets = await shaon.shifts.list();
  const hoursOf = wageHours(presets, zone);
  const lines = new Map<number, PayrollLine>();
  for await (const employee of shaon.employees.list({ per_page: 200 })) lines.set(employee.id, emptyLine(employee));

  for await (const day of shaon.attendance.list({ ...dates, per_page: 200 })) {
    const line = lines.get(day.employee_id);
    if (line === undefined || day.status === 'rejected') continue;
    if (day.check_in !== null && day.check_out !== null) {
      line.workedDays += 1;
      // Each day is cut to whole minutes once, as on Shaon's pages, so that days and presets add up to their sums.
      const minutes = Math.floor((Date.parse(day.check_out) - Date.parse(day.check_in)) / 60_000);
      const times = hoursOf(day.check_in, day.check_out);
      const divided = shares(minutes, [...times.values()]);
      for (const [index, preset] of [...times.keys()].entries()) add(line.byPreset, preset, divided[index] ?? 0);
      line.workedMinutes += minutes;
    } else if (day.check_in !== null || day.check_out !== null) line.incompleteDays += 1;
  }

  for await (const request of shaon.leave.list({ ...dates, status: 'approved', per_page: 200 })) {
    const line = lines.get(request.employee_id);
    if (line !== undefined) add(line.leaveDays, request.type, 1);
  }
  return { presets, lines: [...lines.values()] };
}

function emptyLine(employee: Employee): PayrollLine {
  return { employee, workedDays: 0, incompleteDays: 0, workedMinutes: 0, byPreset: new Map(), leaveDays: new Map() };
}

function add<Key>(sums: Map<Key, number>, key: Key, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function lastDay(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + 1, 0);
  return first.toISOString().slice(0, 10);
}
