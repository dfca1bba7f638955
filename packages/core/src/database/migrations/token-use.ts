import { onBothDatabases } from './both-databases.ts';

/**
 * The use of tokens: daily sums of the audit, and indices of the audit in the order of
 * time, in which people read it. As many indices as before contain calls; the others contain only acts and refusals.
 */
export const tokenUse = onBothDatabases([
  `CREATE TABLE "shaon_token_use" (
    "id" {bigId},
    "company_id" integer NOT NULL,
    "token_id" integer NOT NULL,
    "date" {date} NOT NULL,
    "ability" text NOT NULL,
    "calls" integer NOT NULL,
    "accepted" integer NOT NULL,
    "refused" integer NOT NULL,
    "revoked" integer NOT NULL,
    "limited" integer NOT NULL,
    "failed" integer NOT NULL,
    "records" integer NOT NULL,
    "people_least" integer NOT NULL,
    "people_most" integer NOT NULL,
    "located" integer NOT NULL,
    "untold" integer NOT NULL,
    "date_from" {date},
    "date_to" {date},
    "last_accepted_at" {instant},
    CONSTRAINT "shaon_token_use_company_id_token_id_date_ability_key" UNIQUE ("company_id", "token_id", "date", "ability"),
    CONSTRAINT "shaon_token_use_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  )`,
  `CREATE INDEX "shaon_token_use_company_id_date_idx" ON "shaon_token_use" ("company_id", "date")`,
  `CREATE INDEX "shaon_token_use_date_idx" ON "shaon_token_use" ("date")`,
  `CREATE INDEX "shaon_token_use_company_id_token_id_idx" ON "shaon_token_use" ("company_id", "token_id") WHERE "revoked" > 0`,
  `DROP INDEX "shaon_audit_company_id_id_idx"`,
  `DROP INDEX "shaon_audit_company_id_token_id_id_idx"`,
  `CREATE INDEX "shaon_audit_company_id_at_id_idx" ON "shaon_audit" ("company_id", "at", "id")`,
  `CREATE INDEX "shaon_audit_company_id_token_id_at_id_idx" ON "shaon_audit" ("company_id", "token_id", "at", "id") WHERE "token_id" IS NOT NULL`,
  `CREATE INDEX "shaon_audit_company_id_kind_at_id_idx" ON "shaon_audit" ("company_id", "kind", "at", "id") WHERE "kind" <> 'api'`,
  `CREATE INDEX "shaon_audit_company_id_login_id_at_id_idx" ON "shaon_audit" ("company_id", "login_id", "at", "id") WHERE "login_id" IS NOT NULL`,
  `CREATE INDEX "shaon_audit_company_id_at_status_id_idx" ON "shaon_audit" ("company_id", "at", "status", "id") WHERE "status" >= 400`,
]);
