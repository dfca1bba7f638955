/**
 * Fewer indices to write. An employee's days with one status are found among all the employee's days, which are few.
 * Acts of people and of the product have no token, so the index of tokens leaves them out.
 */
export const fewerIndices: readonly string[] = [
  `DROP INDEX "shaon_attendance_employee_status_idx"`,
  `DROP INDEX "shaon_audit_company_id_token_id_at_id_idx"`,
  `CREATE INDEX "shaon_audit_company_id_token_id_at_id_idx" ON "shaon_audit" ("company_id", "token_id", "at", "id") WHERE "token_id" IS NOT NULL`,
];
