import type { ServiceParts } from '../service-parts.ts';
import { createTokenReads, type TokenReads } from './token-reads.ts';
import { createTokenWrites, type TokenWriteParts, type TokenWrites } from './token-writes.ts';

/** A company's tokens: created and revoked by its admins or the product, never by the API (SPEC 1). */
export interface TokenService extends TokenReads, TokenWrites {}

/** The token functions that the v1 routes use; a host with its own tokens may pass its own implementation. */
export interface TokenChecks extends Pick<TokenReads, 'authenticate'>, Pick<TokenWrites, 'noteUse'> {}

export function createTokenService(parts: ServiceParts & TokenWriteParts): TokenService {
  return { ...createTokenReads(parts), ...createTokenWrites(parts) };
}
