import { onBothDatabases } from './both-databases.ts';

/** What pages store: when a session last confirmed its password, and the forms that were sent. */
export const webSessions = onBothDatabases([
  `ALTER TABLE "shaon_session" ADD COLUMN "confirmed_at" {instant}`,
  `CREATE TABLE "shaon_used_form" (
    "id" {bigId},
    "company_id" integer NOT NULL,
    "digest" text NOT NULL,
    "used_at" {instant} NOT NULL,
    CONSTRAINT "shaon_used_form_company_id_digest_key" UNIQUE ("company_id", "digest"),
    CONSTRAINT "shaon_used_form_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  )`,
  `CREATE INDEX "shaon_used_form_used_at_idx" ON "shaon_used_form" ("used_at")`,
]);
