import type { Dialect } from '../dialect.ts';

/**
 * Fewer indices for a write. The days of one employee and a status are found among all of that employee, as few as they
 * are. What people and the product did has no token, and stands in no index of tokens.
 */
const STATEMENTS: readonly string[] = [
  `DROP INDEX "shaon_attendance_employee_status_idx"`,
  `DROP INDEX "shaon_audit_company_id_token_id_at_id_idx"`,
  `CREATE INDEX "shaon_audit_company_id_token_id_at_id_idx" ON "shaon_audit" ("company_id", "token_id", "at", "id") WHERE "token_id" IS NOT NULL`,
];

export const fewerIndices: Readonly<Record<Dialect, readonly string[]>> = { sqlite: STATEMENTS, postgres: STATEMENTS };
