import { type Core, guardedHandler } from '@shaon/core';
import type { HostLog } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Anybody may probe at any rate, and each try waits for the disk, so an answer is reused for this time. */
const SAME_ANSWER_MS = 1_000;

/**
 * Whether the audit can be written, because no call is answered without its row (D:U6). It depends on the last group of
 * rows, and on a small write that changes nothing. After a loss, a real row must be written first, because a nearly
 * full disk accepts the small write but refuses the larger rows of calls.
 */
export class AuditHealth {
  readonly #core: Pick<Core, 'audit' | 'operator'>;
  #isLost = false;
  #isTrying = false;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #latest: Promise<boolean> = Promise.resolve(false);

  constructor(core: Pick<Core, 'audit' | 'operator'>) {
    this.#core = core;
  }

  /** For `core.audit.onFlush`. */
  flushed(isLost: boolean): void {
    this.#isLost = isLost;
  }

  /** One try answers all callers while it runs and, if it succeeded, for a second after it. */
  isWritable(): Promise<boolean> {
    if (!this.#isTrying && performance.now() - this.#writtenAt >= SAME_ANSWER_MS) this.#latest = this.#try();
    return this.#latest;
  }

  async #try(): Promise<boolean> {
    this.#isTrying = true;
    try {
      await this.#core.operator.writeNothing();
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

/** Receives the result of every group of audit rows, for `/readyz` and the metrics. */
export function watchAudit(core: Core, metrics: Pick<Metrics, 'auditFlushed'> | null, log: HostLog): AuditHealth {
  const health = new AuditHealth(core);
  core.audit.onFlush = guardedHandler(log, 'audit flush', (rows: number, seconds: number, isLost: boolean) => {
    health.flushed(isLost);
    metrics?.auditFlushed(rows, seconds, isLost);
  });
  return health;
}
