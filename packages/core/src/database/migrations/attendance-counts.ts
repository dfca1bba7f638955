import { onBothDatabases } from './both-databases.ts';

/**
 * Kept counts of attendance: each record gets a copy of its employee's department and branch, and counts say
 * how many records each department, branch and status has in a day and a month. Existing records are counted once.
 */
export const attendanceCounts = onBothDatabases([
  `ALTER TABLE "shaon_attendance" ADD COLUMN "department_id" integer`,
  `ALTER TABLE "shaon_attendance" ADD COLUMN "branch_id" integer`,
  `UPDATE "shaon_attendance" AS "a" SET "department_id" = "e"."department_id", "branch_id" = "e"."branch_id"
    FROM "shaon_employee" AS "e" WHERE "e"."company_id" = "a"."company_id" AND "e"."id" = "a"."employee_id"`,
  `CREATE INDEX "shaon_attendance_company_id_department_id_date_id_idx" ON "shaon_attendance" ("company_id", "department_id", "date", "id") WHERE "voided_at" IS NULL`,
  `CREATE INDEX "shaon_attendance_company_id_branch_id_date_id_idx" ON "shaon_attendance" ("company_id", "branch_id", "date", "id") WHERE "voided_at" IS NULL`,
  `CREATE INDEX "shaon_attendance_company_id_status_date_id_idx" ON "shaon_attendance" ("company_id", "status", "date", "id") WHERE "voided_at" IS NULL`,
  `CREATE TABLE "shaon_attendance_count" (
    "id" {bigId},
    "company_id" integer NOT NULL,
    "kind" text NOT NULL,
    "member" text NOT NULL,
    "period" text NOT NULL,
    "date" {date} NOT NULL,
    "total" integer NOT NULL,
    CONSTRAINT "shaon_attendance_count_kind_check" CHECK ("kind" IN ('all', 'department', 'branch', 'status')),
    CONSTRAINT "shaon_attendance_count_period_check" CHECK ("period" IN ('day', 'month')),
    CONSTRAINT "shaon_attendance_count_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  )`,
  `CREATE INDEX "shaon_attendance_count_company_id_kind_member_period_date_idx" ON "shaon_attendance_count" ("company_id", "kind", "member", "period", "date")`,
  `INSERT INTO "shaon_attendance_count" ("company_id", "kind", "member", "period", "date", "total")
    SELECT "company_id", 'all', '', 'day', "date", COUNT(*) FROM "shaon_attendance"
    WHERE "voided_at" IS NULL GROUP BY 1, 3, 5`,
  `INSERT INTO "shaon_attendance_count" ("company_id", "kind", "member", "period", "date", "total")
    SELECT "company_id", 'department', CAST("department_id" AS text), 'day', "date", COUNT(*) FROM "shaon_attendance"
    WHERE "voided_at" IS NULL AND "department_id" IS NOT NULL GROUP BY 1, 3, 5`,
  `INSERT INTO "shaon_attendance_count" ("company_id", "kind", "member", "period", "date", "total")
    SELECT "company_id", 'branch', CAST("branch_id" AS text), 'day', "date", COUNT(*) FROM "shaon_attendance"
    WHERE "voided_at" IS NULL AND "branch_id" IS NOT NULL GROUP BY 1, 3, 5`,
  `INSERT INTO "shaon_attendance_count" ("company_id", "kind", "member", "period", "date", "total")
    SELECT "company_id", 'status', "status", 'day', "date", COUNT(*) FROM "shaon_attendance"
    WHERE "voided_at" IS NULL GROUP BY 1, 3, 5`,
  `INSERT INTO "shaon_attendance_count" ("company_id", "kind", "member", "period", "date", "total")
    SELECT "company_id", "kind", "member", 'month', {month}, SUM("total") FROM "shaon_attendance_count" GROUP BY 1, 2, 3, 5`,
]);
