import type { Dialect } from '../dialect.ts';

const INDEX = `CREATE INDEX "shaon_unknown_sign_in_failed_at_idx" ON "shaon_unknown_sign_in" ("failed_at")`;

/** Failed sign-ins with unknown addresses, so that these are delayed as those of an account are. */
export const unknownSignIns: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `CREATE TABLE "shaon_unknown_sign_in" (
      "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
      "digest" text NOT NULL,
      "failures" integer NOT NULL,
      "blocked_until" integer,
      "failed_at" integer NOT NULL,
      CONSTRAINT "shaon_unknown_sign_in_digest_key" UNIQUE ("digest")
    )`,
    INDEX,
  ],
  postgres: [
    `CREATE TABLE "shaon_unknown_sign_in" (
      "id" BIGSERIAL NOT NULL,
      "digest" text NOT NULL,
      "failures" integer NOT NULL,
      "blocked_until" timestamptz(3),
      "failed_at" timestamptz(3) NOT NULL,
      CONSTRAINT "shaon_unknown_sign_in_digest_key" UNIQUE ("digest"),
      CONSTRAINT "shaon_unknown_sign_in_pk" PRIMARY KEY ("id")
    )`,
    INDEX,
  ],
};
