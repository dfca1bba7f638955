import type { CompanyScope } from '../database/company-scope.ts';

/** SPEC 2, Shift. */
export interface Shift {
  readonly id: number;
  readonly name: string;
  /** `HH:MM`. */
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly wage_percentage: number;
}

const SHIFTS =
  'SELECT id, name, start_time, end_time, wage_percentage FROM "shaon_shift" WHERE company_id = $1 ORDER BY id';

/** The complete list by one statement (D:O1, O2). */
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
