import type { ServiceParts } from '../service-parts.ts';
import { createTokenReads, type TokenReads } from './token-reads.ts';
import { createTokenWrites, type TokenWriteParts, type TokenWrites } from './token-writes.ts';

/** The tokens of a company: made and revoked by its admins or the product, never by the API (SPEC 1). */
export interface TokenService extends TokenReads, TokenWrites {}

/** What the v1 routes ask of tokens; a host with tokens of its own may bring its own implementation. */
export interface TokenChecks extends Pick<TokenReads, 'authenticate'>, Pick<TokenWrites, 'noteUse'> {}

export function createTokenService(parts: ServiceParts & TokenWriteParts): TokenService {
  return { ...createTokenReads(parts), ...createTokenWrites(parts) };
}
