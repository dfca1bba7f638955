import type { Core } from '@shaon/core';
import type { ClaimParts } from '../src/dispatch/claim.ts';
import type { RecordParts } from '../src/dispatch/record.ts';
import { resolveWebhooksOptions, type WebhooksOptions } from '../src/options.ts';
import { sqlClockOf } from '../src/sql-clock.ts';

/** What claiming and recording need, by which a test does what a sender does, step by step. */
export function workerParts(core: Core, options: WebhooksOptions): ClaimParts & RecordParts {
  const { database, tellAdmins } = core.extension;
  return {
    database,
    audit: core.audit,
    tellAdmins,
    sqlClock: sqlClockOf(database.dialect, core.clock),
    options: resolveWebhooksOptions(options),
  };
}
