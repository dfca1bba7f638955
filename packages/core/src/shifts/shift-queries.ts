import type { CompanyScope } from '../database/sql/company-scope.ts';
import { companySql } from '../database/sql/statement.ts';
import { shiftTable } from './shift.ts';

/** SPEC 2, Shift. */
export interface Shift {
  /** From 1 to 2^31 − 1. */
  readonly id: number;
  readonly name: string;
  /** `HH:MM`, 00:00 to 23:59; later than `end_time` if the shift runs over midnight (D:O3). */
  readonly start_time: string | null;
  /** `HH:MM`. */
  readonly end_time: string | null;
  /** Whole percent: 100 is the regular rate, 150 is time and a half. */
  readonly wage_percentage: number;
}

const SHIFTS = companySql`SELECT s.id, s.name, s.start_time, s.end_time, s.wage_percentage
  FROM ${shiftTable} s ORDER BY s.id`;

/** The complete list in one statement (D:O1, O2). */
export async function listShifts(scope: CompanyScope): Promise<Shift[]> {
  const rows = await scope.rows(SHIFTS);
  return rows.map((row) => ({
    id: Number(row.id),
    name: String(row.name),
    start_time: row.start_time === null ? null : String(row.start_time),
    end_time: row.end_time === null ? null : String(row.end_time),
    wage_percentage: Number(row.wage_percentage),
  }));
}
