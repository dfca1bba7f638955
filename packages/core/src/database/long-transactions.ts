import type { CoreLog } from '../log.ts';
import type { TransactionEntry } from './engine.ts';

/** A transaction held for longer is logged with its name, because all other writers wait for it. */
const HELD_TOO_LONG_MS = 1_000;

/** Logs a warning if a transaction that began at `startedAt`, on `performance.now()`, held up the others for too long. */
export function warnIfHeldLong(log: CoreLog, { name, mayTakeLong }: TransactionEntry, startedAt: number): void {
  const heldMs = Math.round(performance.now() - startedAt);
  if (heldMs > HELD_TOO_LONG_MS && !mayTakeLong) {
    log.warn({ transaction: name, heldMs }, 'A transaction held the write gate too long');
  }
}
