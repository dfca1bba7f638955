import { onBothDatabases } from '@shaon/core/extension';

/**
 * Columns and indices for the web interface's pages of endpoints and deliveries: the time of the last edit,
 * each delivery's event type, and indices.
 */
export const adminPages = onBothDatabases([
  `ALTER TABLE "shaon_webhook_endpoint" ADD COLUMN "updated_at" {instant}`,
  `ALTER TABLE "shaon_webhook_delivery" ADD COLUMN "event_type" text`,
  `UPDATE "shaon_webhook_delivery" SET "event_type" = (SELECT "type" FROM "shaon_webhook_event" AS "e" WHERE "e"."id" = "shaon_webhook_delivery"."event_id")`,
  `DROP INDEX "shaon_webhook_delivery_company_id_endpoint_id_id_idx"`,
  `CREATE INDEX "shaon_webhook_delivery_list_idx" ON "shaon_webhook_delivery" ("company_id", "id", "endpoint_id", "event_type", "state", "last_status", "attempts", "created_at")`,
  `CREATE INDEX "shaon_webhook_delivery_health_idx" ON "shaon_webhook_delivery" ("company_id", "endpoint_id", "state", "finished_at", "attempts")`,
  `CREATE INDEX "shaon_webhook_delivery_replay_idx" ON "shaon_webhook_delivery" ("company_id", "endpoint_id", "created_at", "state") WHERE "trigger" = 'replay'`,
]);
