import { authorize } from '../abilities-and-roles.ts';
import type { Ability } from '../ability-names.ts';
import type { Actor, TokenActor } from '../actor.ts';
import { orNotFound } from '../errors.ts';
import type { ReadParts } from '../service-parts.ts';
import { type TokenRow, tokenTable } from './token.ts';
import { isTokenForm, tokenDigest } from './token-format.ts';
import { abilitySet, findTokenByDigest } from './token-queries.ts';
import { isActive } from './token-rules.ts';

/** A token for lists of the web interface, without its secret. */
export interface TokenSummary {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly abilities: readonly Ability[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string | null;
}

/** The result for a presented token. Callers of the API cannot distinguish the refusals (D:K5). */
export type Authentication =
  | { readonly outcome: 'accepted'; readonly actor: TokenActor }
  | { readonly outcome: 'revoked' | 'expired'; readonly actor: TokenActor }
  | { readonly outcome: 'unknown' };

/** Listing and authenticating tokens. */
export interface TokenReads {
  /** All tokens of the company, including revoked ones, newest first. */
  list(actor: Actor): Promise<TokenSummary[]>;
  /** One token of the company, possibly revoked. Throws `not_found`. */
  get(actor: Actor, id: number): Promise<TokenSummary>;
  /** Checks a presented token in the database, every time (D:K13). */
  authenticate(presented: string): Promise<Authentication>;
}

export function createTokenReads({ database, clock }: ReadParts): TokenReads {
  return {
    async list(actor) {
      authorize(actor, 'tokens.manage');
      const rows = await database.scope(actor).find(tokenTable);
      return rows.reverse().map(summaryOf);
    },

    async get(actor, id) {
      authorize(actor, 'tokens.manage');
      const row = orNotFound(await database.scope(actor).findOne(tokenTable, { id }), 'token');
      return summaryOf(row);
    },

    async authenticate(presented) {
      if (!isTokenForm(presented)) return { outcome: 'unknown' };
      const found = await findTokenByDigest(database.allCompanies(), tokenDigest(presented));
      if (found === null) return { outcome: 'unknown' };
      if (found.revokedAt !== null) return { outcome: 'revoked', actor: found.actor };
      return { outcome: isActive(found, clock.now()) ? 'accepted' : 'expired', actor: found.actor };
    },
  };
}

export function summaryOf(row: TokenRow): TokenSummary {
  const { companyId: _companyId, digest: _digest, abilities, ...shown } = row;
  return { ...shown, abilities: [...abilitySet(abilities)] };
}
