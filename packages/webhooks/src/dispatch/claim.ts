import type { AllCompanies, Database, RawRow } from '@shaon/core/extension';
import { DIFFERENCES, instant } from '@shaon/core/extension';
import type { DeliveryTrigger } from '../deliveries/delivery.ts';
import type { SecretState } from '../endpoints/secret.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { claimOnPostgres } from './claim-postgres.ts';
import { claimOnSqlite, isAnythingDue } from './claim-sqlite.ts';
import type { DueTime } from './due-time.ts';
import { closeLostAttempts } from './lost-leases.ts';

/** A delivery that this worker owns until its lease ends, with everything that sending it takes. */
export interface Claimed {
  readonly id: number;
  readonly companyId: number;
  readonly endpointId: number;
  /** The fence: whatever is written about this claim names it. */
  readonly lease: number;
  /** Number of this attempt. */
  readonly number: number;
  readonly failures: number;
  readonly trigger: DeliveryTrigger;
  readonly type: string;
  readonly body: string;
  readonly url: string;
  readonly secrets: readonly ClaimedSecret[];
}

export interface ClaimedSecret {
  readonly id: number;
  readonly endpointId: number;
  readonly ciphertext: string;
  readonly state: SecretState;
  readonly expiresAt: Date | null;
  readonly overlapHours: number;
}

export interface ClaimParts {
  readonly database: Database;
  readonly time: DueTime;
  readonly options: ResolvedWebhooksOptions;
}

/**
 * Takes up to `slots` due deliveries, fairly between endpoints, and writes down an attempt for each in the same
 * transaction, so that every attempt is on record before it is sent.
 */
export async function claimDue(parts: ClaimParts, slots: number): Promise<Claimed[]> {
  const { database, time, options } = parts;
  const { dialect } = database;
  // A look through the reader first: an idle poll should not queue at SQLite's write gate.
  if (dialect === 'sqlite' && !(await isAnythingDue(database.readAllCompanies(), time))) return [];
  return database.writeAllCompanies('webhooks.claim', {}, async (all) => {
    const claim = dialect === 'postgres' ? claimOnPostgres : claimOnSqlite;
    const taken = await claim(all, time, { slots, leaseMs: options.leaseMs });
    if (taken.length === 0) return [];
    const ids = await closeLostAttempts(all, time, options, taken);
    if (ids.length === 0) return [];
    await beginAttempts(all, time, ids);
    return loadClaimed(all, ids);
  });
}

async function beginAttempts(all: AllCompanies, time: DueTime, ids: readonly number[]): Promise<void> {
  const { inList } = DIFFERENCES[all.dialect];
  await all.rows(
    `INSERT INTO "shaon_webhook_attempt" ("company_id", "delivery_id", "number", "started_at")
     SELECT d.company_id, d.id, d.attempts, ${time.now('$2')} FROM "shaon_webhook_delivery" d WHERE d.id ${inList('$1')}`,
    [ids, time.value()],
  );
}

async function loadClaimed(all: AllCompanies, ids: readonly number[]): Promise<Claimed[]> {
  const { inList } = DIFFERENCES[all.dialect];
  const rows = await all.rows(
    `SELECT d.id, d.company_id, d.endpoint_id, d.lease, d.attempts, d.failures, d."trigger", ev.type, ev.body, e.url
     FROM "shaon_webhook_delivery" d JOIN "shaon_webhook_event" ev ON ev.id = d.event_id
     JOIN "shaon_webhook_endpoint" e ON e.id = d.endpoint_id WHERE d.id ${inList('$1')} ORDER BY d.id`,
    [ids],
  );
  const endpoints = [...new Set(rows.map((row) => Number(row.endpoint_id)))];
  const secrets = (
    await all.rows(
      `SELECT id, endpoint_id, ciphertext, state, expires_at, overlap_hours FROM "shaon_webhook_secret"
       WHERE endpoint_id ${inList('$1')} AND state <> 'revoked' ORDER BY id`,
      [endpoints],
    )
  ).map(claimedSecret);
  return rows.map((row) => ({
    id: Number(row.id),
    companyId: Number(row.company_id),
    endpointId: Number(row.endpoint_id),
    lease: Number(row.lease),
    number: Number(row.attempts),
    failures: Number(row.failures),
    trigger: String(row.trigger) as DeliveryTrigger,
    type: String(row.type),
    body: String(row.body),
    url: String(row.url),
    secrets: secrets.filter((secret) => secret.endpointId === Number(row.endpoint_id)),
  }));
}

function claimedSecret(row: RawRow): ClaimedSecret {
  return {
    id: Number(row.id),
    endpointId: Number(row.endpoint_id),
    ciphertext: String(row.ciphertext),
    state: String(row.state) as SecretState,
    expiresAt: instant.nullable.fromDatabase(row.expires_at),
    overlapHours: Number(row.overlap_hours),
  };
}
