import type { CoreLog } from '../log.ts';
import type { TransactionEntry } from './engine.ts';

/** A transaction held for longer is logged with its name, because all other writers wait for it. */
const HELD_TOO_LONG_MS = 1_000;

/** Runs a transaction's work and logs a warning if it held up the others for too long. */
export async function warnIfHeldLong<T>(
  log: CoreLog,
  { name, mayTakeLong }: TransactionEntry,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    const heldMs = Math.round(performance.now() - started);
    if (heldMs > HELD_TOO_LONG_MS && !mayTakeLong) {
      log.warn({ transaction: name, heldMs }, 'A transaction held the write gate too long');
    }
  }
}
