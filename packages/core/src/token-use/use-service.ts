import type { ServiceParts } from '../service-parts.ts';
import { createTokenUseReads, type TokenUseReads } from './use-reads.ts';
import { type SumUpOptions, sumUpUse } from './use-summary.ts';

/** The use of tokens, according to the audit. */
export interface TokenUseService extends TokenUseReads {
  /**
   * Sums up the audit rows added since the last call; returns how many rows it handled. A background step: pages are
   * right without it, but faster with it. It may stop anywhere and run in several processes at once.
   */
  sumUp(options?: SumUpOptions): Promise<number>;
}

export function createTokenUseService(parts: Omit<ServiceParts, 'audit'>): TokenUseService {
  return { ...createTokenUseReads(parts), sumUp: (options) => sumUpUse(parts.database, options) };
}
