import { onBothDatabases } from './both-databases.ts';

/** The second factor of a sign-in: all of it optional, so that nothing has to be filled in. */
export const secondFactor = onBothDatabases([
  `ALTER TABLE "shaon_company" ADD COLUMN "second_factor_since" {instant}`,
  `ALTER TABLE "shaon_login" ADD COLUMN "second_factor" text`,
  `ALTER TABLE "shaon_login" ADD COLUMN "second_factor_at" {instant}`,
  `ALTER TABLE "shaon_login" ADD COLUMN "second_factor_step" integer`,
  `ALTER TABLE "shaon_session" ADD COLUMN "second_factor_at" {instant}`,
  `CREATE TABLE "shaon_recovery_code" (
    "id" {id},
    "company_id" integer NOT NULL,
    "login_id" integer NOT NULL,
    "digest" text NOT NULL,
    "created_at" {instant} NOT NULL,
    "used_at" {instant},
    CONSTRAINT "shaon_recovery_code_company_id_login_id_digest_key" UNIQUE ("company_id", "login_id", "digest"),
    CONSTRAINT "shaon_recovery_code_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  )`,
]);
