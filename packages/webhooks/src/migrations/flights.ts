import { onBothDatabases } from '@shaon/core/extension';

const { sqlite, postgres } = onBothDatabases([
  // First, because it locks the table on PostgreSQL. A worker that was not stopped could claim a delivery between the
  // statements, and no attempt could be recorded under the number that it would keep.
  `ALTER TABLE "shaon_webhook_delivery" DROP COLUMN "lease"`,
  `CREATE TABLE "shaon_webhook_flight" (
    "id" {bigint} NOT NULL,
    "company_id" integer NOT NULL,
    "endpoint_id" integer NOT NULL,
    "number" integer NOT NULL,
    "started_at" {instant} NOT NULL,
    "until" {instant} NOT NULL,
    CONSTRAINT "shaon_webhook_flight_pk" PRIMARY KEY ("id")
  )`,
  `CREATE INDEX "shaon_webhook_flight_endpoint_id_id_idx" ON "shaon_webhook_flight" ("endpoint_id", "id")`,
  `INSERT INTO "shaon_webhook_flight" ("id", "company_id", "endpoint_id", "number", "started_at", "until")
    SELECT "d"."id", "d"."company_id", "d"."endpoint_id", "d"."attempts", COALESCE("a"."started_at", "d"."created_at"), "d"."due_at"
    FROM "shaon_webhook_delivery" AS "d" LEFT JOIN "shaon_webhook_attempt" AS "a" ON "a"."delivery_id" = "d"."id" AND "a"."number" = "d"."attempts"
    WHERE "d"."state" = 'in_flight'`,
  `DELETE FROM "shaon_webhook_attempt" WHERE ("delivery_id", "number") IN (SELECT "id", "number" FROM "shaon_webhook_flight")`,
  `UPDATE "shaon_webhook_delivery" SET "state" = 'pending', "attempts" = "attempts" - 1 WHERE "state" = 'in_flight'`,
  `DROP INDEX "shaon_webhook_delivery_state_endpoint_id_idx"`,
  `CREATE INDEX "shaon_webhook_delivery_state_endpoint_id_idx" ON "shaon_webhook_delivery" ("state", "endpoint_id") WHERE "state" = 'held'`,
]);

/**
 * The table of deliveries in flight, with those that a killed process of an earlier version left; their leases end as
 * before. On PostgreSQL vacuum leaves its pages: a plan made for one page would read the whole table when it has grown.
 */
export const flights = {
  sqlite,
  postgres: [...postgres, 'ALTER TABLE "shaon_webhook_flight" SET (vacuum_truncate = false)'],
};
