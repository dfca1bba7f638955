import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { createTokenUseReads, type TokenUseReads } from './use-reads.ts';
import { type SumUpOptions, sumUpUse } from './use-summary.ts';

/** What tokens did, by the audit. */
export interface TokenUseService extends TokenUseReads {
  /**
   * Sums up what the audit has got since the last time; gives the number of rows it passed. A background step: pages stay
   * right without it, and quick with it. May break off anywhere and run in several processes at once.
   */
  sumUp(options?: SumUpOptions): Promise<number>;
}

export function createTokenUseService(parts: {
  readonly database: CompanyReads & CompanyWrites;
  readonly clock: Clock;
}): TokenUseService {
  return { ...createTokenUseReads(parts), sumUp: (options) => sumUpUse(parts.database, options) };
}
