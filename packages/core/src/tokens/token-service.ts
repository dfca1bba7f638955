import { authorize } from '../abilities-and-roles.ts';
import type { Ability } from '../ability-names.ts';
import { type Actor, actorName, type TokenActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import { lockCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { updateOf } from '../database/sql/statement.ts';
import { orNotFound } from '../errors.ts';
import { validate } from '../input/validate.ts';
import type { ServiceParts } from '../service-parts.ts';
import { type TokenRow, tokenTable } from './token.ts';
import { isTokenForm, makeToken, shownParts, tokenDigest } from './token-format.ts';
import { type NewToken, newTokenInput, type TokenChange, tokenChangeInput } from './token-input.ts';
import { abilitySet, findTokenByDigest } from './token-queries.ts';
import { assertExpiresLater, assertTokenCap, isActive } from './token-rules.ts';

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

/** A company's tokens: created and revoked by its admins or the product, never by the API (SPEC 1). */
export interface TokenService {
  /** All tokens of the company, including revoked ones, newest first. */
  list(actor: Actor): Promise<TokenSummary[]>;
  /** One token of the company, possibly revoked. Throws `not_found`. */
  get(actor: Actor, id: number): Promise<TokenSummary>;
  /** Checks a presented token in the database, every time (D:K13). */
  authenticate(presented: string): Promise<Authentication>;
  /** Creates a token and returns it in clear, only here. Throws `invalid_input`, `limit_reached` (D:K15). */
  issue(actor: Actor, input: NewToken, options?: WriteOptions): Promise<{ token: string; summary: TokenSummary }>;
  /**
   * Changes name or expiry (D:K11). `expectedVersion` is `versionOf({ name, expiresAt })`. Throws `invalid_input`,
   * `not_found`, `state_conflict` if the token has another version, and `limit_reached` if an expired token would become
   * active beyond the limit (D:K15).
   */
  update(actor: Actor, id: number, change: TokenChange, options?: WriteOptions & ExpectedVersion): Promise<void>;
  /** Takes effect with its commit (SPEC 1); revoking twice changes nothing. Throws `not_found`. */
  revoke(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /** Stores when and from where a token was used, at most once a minute. */
  noteUse(actor: TokenActor, ip: string): Promise<void>;
}

/** The token functions that the v1 routes use; a host with its own tokens may pass its own implementation. */
export interface TokenChecks extends Pick<TokenService, 'authenticate' | 'noteUse'> {}

interface TokenParts extends ServiceParts {
  readonly maxTokens: number;
}

/** How outdated `lastUsedAt` may be: a write on every call would cost more than the precision is worth. */
const USE_NOTED_EVERY_MS = 60_000;

const NOTE_USE = updateOf(tokenTable, { set: 'last_used_at = $3, last_used_ip = $4', where: 'id = $2' });

export function createTokenService({ database, audit, clock, maxTokens }: TokenParts): TokenService {
  const notedAt = new Map<number, number>();

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

    async issue(actor, input, options = {}) {
      authorize(actor, 'tokens.manage');
      const wanted = validate(newTokenInput, input);
      assertExpiresLater(wanted.expires_at ?? null, clock.now());
      const token = makeToken();
      return database.write(actor, 'tokens.issue', options, async (company) => {
        await lockCompany(company);
        const now = clock.now();
        await assertTokenCap(company, maxTokens, now);
        const row = await company.insert(tokenTable, {
          name: wanted.name,
          ...shownParts(token),
          digest: tokenDigest(token),
          abilities: [...new Set(wanted.abilities)].join(' '),
          createdBy: actorName(actor),
          createdAt: now,
          expiresAt: wanted.expires_at ?? null,
          revokedAt: null,
          revokedBy: null,
          lastUsedAt: null,
          lastUsedIp: null,
        });
        await auditAct(audit, company, actor, 'token.issue', {
          token_id: row.id,
          name: row.name,
          abilities: row.abilities,
        });
        return { token, summary: summaryOf(row) };
      });
    },

    async update(actor, id, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'tokens.manage');
      const change = validate(tokenChangeInput, input);
      assertExpiresLater(change.expires_at ?? null, clock.now());
      await database.write(actor, 'tokens.update', options, async (company) => {
        const columns = { name: change.name, expiresAt: change.expires_at };
        // An expired token whose time is extended counts again.
        if (change.expires_at !== undefined) await lockCompany(company);
        const token = orNotFound(await company.lockOne(tokenTable, id), 'token');
        assertVersion(expectedVersion, 'token', () => ({ name: token.name, expiresAt: token.expiresAt }));
        const now = clock.now();
        const isRevived = change.expires_at !== undefined && token.revokedAt === null && !isActive(token, now);
        if (isRevived) await assertTokenCap(company, maxTokens, now);
        await company.update(tokenTable, token, columns);
        await auditAct(audit, company, actor, 'token.update', {
          ...{ token_id: id, name: token.name },
          ...changesOf(token, columns),
        });
      });
    },

    async revoke(actor, id, options = {}) {
      authorize(actor, 'tokens.manage');
      await database.write(actor, 'tokens.revoke', options, async (company) => {
        const row = orNotFound(await company.lockOne(tokenTable, id), 'token');
        if (row.revokedAt !== null) return;
        await company.update(tokenTable, row, { revokedAt: clock.now(), revokedBy: actorName(actor) });
        await auditAct(audit, company, actor, 'token.revoke', { token_id: id, name: row.name });
      });
    },

    async noteUse(actor, ip) {
      const now = clock.now();
      if (Math.abs(now.getTime() - (notedAt.get(actor.tokenId) ?? 0)) < USE_NOTED_EVERY_MS) return;
      notedAt.set(actor.tokenId, now.getTime());
      await database.write(actor, 'tokens.noteUse', {}, async (company) => {
        await company.change(NOTE_USE, [actor.tokenId, now, ip]);
      });
    },
  };
}

function summaryOf(row: TokenRow): TokenSummary {
  const { companyId: _companyId, digest: _digest, abilities, ...shown } = row;
  return { ...shown, abilities: [...abilitySet(abilities)] };
}
