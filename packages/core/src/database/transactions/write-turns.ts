import { ShaonError } from '../../errors.ts';
import { type Connections, poolSizeOf } from '../connect/data-source.ts';
import { CompanyTurns } from '../readings/company-turns.ts';

/** Runs a write of a company when it is the company's turn. */
export type WriteTurns = <T>(company: number, name: string, write: () => Promise<T>) => Promise<T>;

/** Half of what a statement may take: a burst of writes may wait for longer than each of them takes. */
const LONGEST_WAIT_MS = 30_000;
/** One that listens, one for the audit and reads, one for writes of other companies. */
const LEFT_BY_ONE_COMPANY = 3;
/** An event sink may call a service without its manager, which then writes on a second connection. */
const FEWEST_OF_ONE_COMPANY = 2;

/**
 * Writes of one company leave some connections of a PostgreSQL pool to others, because they may all wait for the same
 * lock: an import holds its company's locks until its end, and a pool full of waiting writes would serve no other
 * company. On SQLite writes queue anyway.
 */
export function writeTurns({ dialect, writer }: Connections): WriteTurns {
  if (dialect === 'sqlite') return (_company, _name, write) => write();
  const ofOneCompany = Math.max(poolSizeOf(writer) - LEFT_BY_ONE_COMPANY, FEWEST_OF_ONE_COMPANY);
  const atOnce = ofOneCompany + 1;
  const turns = new CompanyTurns({ atOnce, ofOneCompany, waiting: Number.POSITIVE_INFINITY, tooLate });
  return (company, name, write) => turns.run({ company, name, waitMs: LONGEST_WAIT_MS }, write);
}

function tooLate(name: string): ShaonError {
  const text = 'Too many writes of this company wait, for an import or another long transaction. Ask again later.';
  return new ShaonError('took_too_long', text, { write: name });
}
