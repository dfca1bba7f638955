import { type Database, instant, type RawRow } from '@shaon/core/storage';
import type { DeliveryTrigger } from '../delivery-rows/delivery.ts';
import type { SecretState } from '../endpoints/endpoint-secret.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { SqlClock } from '../sql-clock.ts';
import { claimOnPostgres } from './claim-postgres.ts';
import { claimOnSqlite, findDueEndpoints } from './claim-sqlite.ts';
import { returnLostDeliveries } from './lost-leases.ts';

/** A delivery that this worker owns until its lease ends, with all data for sending it. */
export interface Claimed {
  readonly id: number;
  readonly companyId: number;
  readonly endpointId: number;
  /** Number of this attempt. Every write about it includes this, so a worker that lost its lease changes nothing. */
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
  readonly sqlClock: SqlClock;
  readonly options: ResolvedWebhooksOptions;
}

/** The result of one claim. */
export interface Claim {
  readonly claimed: readonly Claimed[];
  /** Whether more is due that another worker is claiming at this moment. */
  readonly isContended: boolean;
  /** The endpoint after which the next claim continues; null if all were looked at. */
  readonly stoppedAt: number | null;
}

export interface ClaimOptions {
  /** Where the previous claim stopped. Default 0, before the first endpoint. */
  readonly after?: number;
}

/**
 * Takes up to `slots` due deliveries, fairly between endpoints; those of one endpoint in the order of their due times.
 * The order of events is not guaranteed, so a waiting retry does not delay later events (D:V6). The same transaction
 * stores the unfinished attempts, so that each is recorded before it is sent.
 */
export async function claim(parts: ClaimParts, slots: number, { after = 0 }: ClaimOptions = {}): Promise<Claim> {
  const { database, sqlClock, options } = parts;
  const { dialect } = database;
  if (dialect === 'sqlite') {
    // The reader looks first, so that an idle poll does not wait for the single writer.
    const { endpoints, stoppedAt } = await findDueEndpoints(database.allCompanies(), sqlClock, after);
    if (endpoints.length === 0) return { claimed: [], isContended: false, stoppedAt };
  }
  const size = { slots, leaseMs: options.leaseMs, after };
  const { rows, ...rest } =
    dialect === 'postgres'
      ? await claimOnPostgres(database.autocommit('webhooks.claim'), sqlClock, size)
      : await database.writeAllCompanies('webhooks.claim', {}, (all) => claimOnSqlite(all, sqlClock, size));
  return { claimed: claimedOf(rows), ...rest };
}

/**
 * Claims until every endpoint was looked at, also what lost workers have left: returns nothing only if nothing can be
 * taken.
 */
export async function claimDue(parts: ClaimParts, slots: number): Promise<readonly Claimed[]> {
  await returnLostDeliveries(parts);
  let after = 0;
  for (;;) {
    const { claimed, stoppedAt } = await claim(parts, slots, { after });
    if (claimed.length > 0 || stoppedAt === null) return claimed;
    after = stoppedAt;
  }
}

/** One delivery for each group of rows; during a rotation there is a row for each secret of its endpoint. */
function claimedOf(rows: readonly RawRow[]): Claimed[] {
  const claimed: Claimed[] = [];
  let secrets: ClaimedSecret[] = [];
  for (const row of rows) {
    if (claimed.at(-1)?.id !== Number(row.id)) {
      secrets = [];
      claimed.push({
        id: Number(row.id),
        companyId: Number(row.company_id),
        endpointId: Number(row.endpoint_id),
        number: Number(row.attempts),
        failures: Number(row.failures),
        trigger: String(row.trigger) as DeliveryTrigger,
        type: String(row.type),
        body: String(row.body),
        url: String(row.url),
        secrets,
      });
    }
    if (row.secret_id !== null) secrets.push(claimedSecret(row));
  }
  return claimed;
}

function claimedSecret(row: RawRow): ClaimedSecret {
  return {
    id: Number(row.secret_id),
    endpointId: Number(row.endpoint_id),
    ciphertext: String(row.ciphertext),
    state: String(row.secret_state) as SecretState,
    expiresAt: instant.nullable.fromDatabase(row.expires_at),
    overlapHours: Number(row.overlap_hours),
  };
}
