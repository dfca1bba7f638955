import type { Core } from '@shaon/core';
import { everyCompanySql, guardedHandler } from '@shaon/core/extension';
import type { HostLog } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Probes may come from anybody and as often as they like; a try costs a wait for the disk. */
const SAME_ANSWER_MS = 1_000;

/**
 * Whether the audit can be written, because no call is answered without its row (D:U6). Two things tell it: what became
 * of the last group of rows, and a small write that leaves nothing behind. After a loss a row of its own must go through
 * first, since a nearly full disk takes the small write and refuses the larger rows of calls.
 */
export class AuditHealth {
  readonly #core: Pick<Core, 'audit' | 'extension'>;
  #isLost = false;
  #isTrying = false;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #latest: Promise<boolean> = Promise.resolve(false);

  constructor(core: Pick<Core, 'audit' | 'extension'>) {
    this.#core = core;
  }

  /** For `core.audit.onFlush`. */
  flushed(isLost: boolean): void {
    this.#isLost = isLost;
  }

  /** One try answers all who ask while it runs and, when it succeeded, for a second after it. */
  isWritable(): Promise<boolean> {
    if (!this.#isTrying && performance.now() - this.#writtenAt >= SAME_ANSWER_MS) this.#latest = this.#try();
    return this.#latest;
  }

  async #try(): Promise<boolean> {
    this.#isTrying = true;
    try {
      await writeNothing(this.#core.extension.database);
      if (this.#isLost) await this.#core.audit.commit({ kind: 'system', action: 'audit.resume', caller: 'shaon' });
      this.#writtenAt = performance.now();
      return true;
    } catch {
      return false;
    } finally {
      this.#isTrying = false;
    }
  }
}

const WRITE_NUMBER = everyCompanySql`SELECT txid_current()`;
const READ_VERSION = everyCompanySql`PRAGMA user_version`;

/** Commits a transaction that reaches the disk and changes nothing: the space that it takes is used again. */
async function writeNothing(database: Core['extension']['database']): Promise<void> {
  if (database.dialect === 'postgres') {
    // A transaction with a number is committed by a record in the write-ahead log; a standby gives none.
    await database.readAllCompanies().rows(WRITE_NUMBER);
    return;
  }
  await database.writeAllCompanies('audit health', {}, async (all) => {
    const [row] = await all.rows(READ_VERSION);
    await all.rows(everyCompanySql`PRAGMA user_version = ${Number(row?.user_version ?? 0)}`);
  });
}

/** Follows every group of audit rows, for `/readyz` and for the metrics. */
export function watchAudit(core: Core, metrics: Pick<Metrics, 'auditFlushed'> | null, log: HostLog): AuditHealth {
  const health = new AuditHealth(core);
  core.audit.onFlush = guardedHandler(log, 'audit flush', (rows: number, seconds: number, isLost: boolean) => {
    health.flushed(isLost);
    metrics?.auditFlushed(rows, seconds, isLost);
  });
  return health;
}
