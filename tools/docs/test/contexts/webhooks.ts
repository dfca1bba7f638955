import type * as coreDoor from '@shaon/core';
import type * as webhooksDoor from '@shaon/webhooks';

/* What a reader of docs/webhooks.md has before its code. */
declare global {
  const connection: coreDoor.DatabaseConnection;
  const keys: string;
  const migrateCore: typeof coreDoor.migrateCore;
  const createCore: typeof coreDoor.createCore;
  const migrateWebhooks: typeof webhooksDoor.migrateWebhooks;
  const createWebhooks: typeof webhooksDoor.createWebhooks;
}
