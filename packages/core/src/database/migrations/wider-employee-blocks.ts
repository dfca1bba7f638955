/**
 * Counts of employees by blocks of 1,000 ids instead of 500: pairs of blocks are added up. Meanwhile the new blocks have
 * negative numbers, so that they differ from the old ones.
 */
export const widerEmployeeBlocks: readonly string[] = [
  `INSERT INTO "shaon_employee_count" ("company_id", "kind", "member", "block", "total")
    SELECT "company_id", "kind", "member", -1 - "block" / 2, SUM("total") FROM "shaon_employee_count"
    GROUP BY "company_id", "kind", "member", "block" / 2`,
  `DELETE FROM "shaon_employee_count" WHERE "block" >= 0`,
  `UPDATE "shaon_employee_count" SET "block" = -1 - "block"`,
];
