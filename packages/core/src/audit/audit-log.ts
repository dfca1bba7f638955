import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { CompanyWrites, WithinTransaction } from '../database/database.ts';
import { driverCodeOf } from '../database/sql/constraint-errors.ts';
import { unwatched } from '../database/transactions/unwatched.ts';
import { ShaonError } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import { insertAuditRows } from './audit-queries.ts';
import type { AuditRow } from './audit-row.ts';

/** The known facts of an event; `at` defaults to now, everything else to null. */
export type AuditEntry = Partial<Omit<AuditRow, 'id'>> & { readonly kind: AuditRow['kind'] };

interface Waiting {
  readonly row: Omit<AuditRow, 'id'>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** A statement should stay short. */
const ROWS_PER_COMMIT = 500;

/** The append-only log of calls and acts (SPEC 1; D:U1 to U9). */
export class AuditLog {
  readonly #database: Pick<CompanyWrites, 'withinAllCompanies' | 'autocommit'>;
  readonly #clock: Clock;
  readonly #log: CoreLog;
  /**
   * For the host's metrics: called after each group of rows with their number, the time, and whether they were lost.
   */
  onFlush: ((rows: number, seconds: number, isLost: boolean) => void) | null = null;
  #waiting: Waiting[] = [];
  #isFlushing = false;

  constructor(database: Pick<CompanyWrites, 'withinAllCompanies' | 'autocommit'>, clock: Clock, log: CoreLog) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /** Writes a row within the transaction of the act that it describes. */
  write(manager: EntityManager, entry: AuditEntry): Promise<void> {
    return insertAuditRows(this.#database.withinAllCompanies(manager), [this.complete(entry)]);
  }

  /**
   * For a write's `withinTransaction`: a row that commits or rolls back with the write. `entryOf` is called after the
   * write, so that the row can include its result.
   */
  withinWrite(entryOf: () => AuditEntry): WithinTransaction {
    return unwatched((manager: EntityManager) => this.write(manager, entryOf()));
  }

  /**
   * Commits a row of its own, together with rows of other calls that wait at the same time (D:U6); resolves once it is
   * on disk. Throws `audit_unavailable` if it cannot be written; its fields are then in the log as `audit_lost`.
   */
  commit(entry: AuditEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row: this.complete(entry), done: resolve, failed: reject });
      if (this.#isFlushing) return;
      this.#isFlushing = true;
      void this.#flush();
    });
  }

  /** Calls that end in one turn of the event loop, or during a commit, share one statement. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Calls that end in this turn of the event loop come too.
      await setImmediate();
      const batch = this.#waiting.splice(0, ROWS_PER_COMMIT);
      const started = performance.now();
      const reportFlush = guardedHandler(this.#log, 'result of an audit group', (isLost: boolean) =>
        this.onFlush?.(batch.length, (performance.now() - started) / 1_000, isLost),
      );
      try {
        await insertAuditRows(
          this.#database.autocommit('audit'),
          batch.map((waiting) => waiting.row),
        );
        reportFlush(false);
        for (const waiting of batch) waiting.done();
      } catch (cause) {
        reportFlush(true);
        this.#lose(batch, cause);
      }
    }
    this.#isFlushing = false;
  }

  #lose(batch: readonly Waiting[], cause: unknown): void {
    const logLost = guardedHandler(this.#log, 'lost row of the audit', (row: object) => {
      this.#log.error({ audit: row }, 'audit_lost');
    });
    for (const { row } of batch) logLost(row);
    const driverCode = driverCodeOf(cause);
    const details = driverCode === '' ? {} : { driverCode };
    const error = new ShaonError('audit_unavailable', 'The audit log cannot be written.', details, { cause });
    for (const waiting of batch) waiting.failed(error);
  }

  /** The complete row of an entry, for a writer with its own statement. */
  complete(entry: AuditEntry): Omit<AuditRow, 'id'> {
    return {
      companyId: entry.companyId ?? null,
      at: entry.at ?? this.#clock.now(),
      kind: entry.kind,
      action: entry.action ?? null,
      caller: entry.caller ?? null,
      tokenId: entry.tokenId ?? null,
      tokenName: entry.tokenName ?? null,
      tokenPrefix: entry.tokenPrefix ?? null,
      loginId: entry.loginId ?? null,
      method: entry.method ?? null,
      route: entry.route ?? null,
      ability: entry.ability ?? null,
      path: entry.path ?? null,
      query: entry.query ?? null,
      ignored: entry.ignored ?? null,
      ip: entry.ip ?? null,
      status: entry.status ?? null,
      durationUs: entry.durationUs ?? null,
      requestId: entry.requestId ?? null,
      detail: entry.detail ?? null,
    };
  }
}

/**
 * The part of the audit that the v1 routes use: a row for each call, on disk before the answer leaves (D:U6). A host
 * with its own audit may pass its own implementation.
 */
export interface CallAudit extends Pick<AuditLog, 'commit' | 'withinWrite'> {}
