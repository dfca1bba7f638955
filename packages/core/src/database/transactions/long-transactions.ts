import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { TransactionEntry } from '../connect/engine.ts';

/** A transaction held for longer is logged with its name, because all other writers wait for it. */
const HELD_TOO_LONG_MS = 1_000;

/** Logs a warning if a transaction that began at `startedAt`, on `performance.now()`, held up the others for too long. */
export function warnIfHeldLong(log: CoreLog, { name, mayTakeLong }: TransactionEntry, startedAt: number): void {
  const heldMs = Math.round(performance.now() - startedAt);
  if (heldMs > HELD_TOO_LONG_MS && !mayTakeLong) {
    log.warn({ transaction: name, heldMs }, 'A transaction held the write gate too long');
  }
}

/** After this time, code of the product in a transaction may be waiting for itself, or for something that never answers. */
const MAY_HANG_MS = 10_000;

/**
 * Runs `work`, code of the product inside a transaction. If it has not ended after ten seconds, a warning names it,
 * because it may never end, and then nothing else would say who holds the transaction.
 */
export async function warnIfHanging<T>(log: CoreLog, name: string, work: () => Promise<T>): Promise<T> {
  const warn = guardedHandler(log, 'warning of a held transaction', () =>
    log.warn({ name, heldMs: MAY_HANG_MS }, 'Code of the product still holds a transaction'),
  );
  const timer = setTimeout(warn, MAY_HANG_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
