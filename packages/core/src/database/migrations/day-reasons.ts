/**
 * Why a day was decided as it was and why a punch was voided, besides who did it; and an index for the absence days of
 * a month. The statements are the same on both databases.
 */
export const dayReasons: readonly string[] = [
  `ALTER TABLE "shaon_attendance" ADD COLUMN "decision_note" text`,
  `ALTER TABLE "shaon_punch" ADD COLUMN "void_note" text`,
  `CREATE INDEX "shaon_attendance_company_id_date_employee_id_idx" ON "shaon_attendance" ("company_id", "date", "employee_id") WHERE "absence_type" IS NOT NULL AND "voided_at" IS NULL`,
];
