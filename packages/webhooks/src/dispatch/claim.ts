import type { Database, RawRow } from '@shaon/core/extension';
import { instant } from '@shaon/core/extension';
import type { DeliveryTrigger } from '../delivery-rows/delivery.ts';
import type { DueTime } from '../due-time.ts';
import type { SecretState } from '../endpoints/endpoint-secret.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { claimOnPostgres } from './claim-postgres.ts';
import { claimOnSqlite, lookOnSqlite } from './claim-sqlite.ts';

/** A delivery that this worker owns until its lease ends, with everything that sending it takes. */
export interface Claimed {
  readonly id: number;
  readonly companyId: number;
  readonly endpointId: number;
  /** Number of this claim. Every write about it names the number, so that a worker which lost its lease changes nothing. */
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

/** What one claim gives. */
export interface Claim {
  readonly claimed: readonly Claimed[];
  /** Whether more is due, for which another worker is claiming at this moment. */
  readonly isContended: boolean;
  /**
   * Whether the next claim should come as soon as anything has happened: an endpoint has no room for more, of which
   * some may be due. Always on SQLite, where claims cost little.
   */
  readonly isFull: boolean;
  /** The endpoint behind which the next claim is to go on; null when there are no others to look at. */
  readonly stoppedAt: number | null;
}

export interface ClaimOptions {
  /** Whether SQLite's reader looks first, so that an idle poll does not queue for the one writer. Default true. */
  readonly looksFirst?: boolean;
  /** Where the claim before has stopped. Default 0, before the first endpoint. */
  readonly after?: number;
}

/**
 * Takes up to `slots` due deliveries, fairly between endpoints. Those of one endpoint come in the order in which they fell
 * due. No order of events is promised, so a retry that waits does not hold up later events (D:V6). The same transaction
 * stores an attempt for each, so that every attempt is on record before it is sent.
 */
export async function claim(
  parts: ClaimParts,
  slots: number,
  { looksFirst = true, after = 0 }: ClaimOptions = {},
): Promise<Claim> {
  const { database, time, options } = parts;
  const { dialect } = database;
  if (looksFirst && dialect === 'sqlite') {
    const { endpoints, stoppedAt } = await lookOnSqlite(database.readAllCompanies(), time, after);
    if (endpoints.length === 0) return { claimed: [], isContended: false, isFull: true, stoppedAt };
  }
  const take = dialect === 'postgres' ? claimOnPostgres : claimOnSqlite;
  const { rows, ...rest } = await database.appendAllCompanies('webhooks.claim', (all) =>
    take(all, time, options, { slots, leaseMs: options.leaseMs, after }),
  );
  return { claimed: claimedOf(rows), ...rest };
}

/** The same, by as many claims as it takes to look at every endpoint: nothing is given only when nothing can be taken. */
export async function claimDue(parts: ClaimParts, slots: number): Promise<readonly Claimed[]> {
  let after = 0;
  for (;;) {
    const { claimed, stoppedAt } = await claim(parts, slots, { after });
    if (claimed.length > 0 || stoppedAt === null) return claimed;
    after = stoppedAt;
  }
}

/** One delivery for each row; during a rotation it has a row for each secret of its endpoint. */
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
        lease: Number(row.lease),
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
