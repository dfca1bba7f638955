import { onBothDatabases } from './both-databases.ts';

/** Failed sign-ins with unknown addresses, so that these are delayed as those of an account are. */
export const unknownSignIns = onBothDatabases([
  `CREATE TABLE "shaon_unknown_sign_in" (
      "id" {bigId},
      "digest" text NOT NULL,
      "failures" integer NOT NULL,
      "blocked_until" {instant},
      "failed_at" {instant} NOT NULL,
      CONSTRAINT "shaon_unknown_sign_in_digest_key" UNIQUE ("digest")
    )`,
  `CREATE INDEX "shaon_unknown_sign_in_failed_at_idx" ON "shaon_unknown_sign_in" ("failed_at")`,
]);
