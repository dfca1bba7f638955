import { authorize } from '../abilities-and-roles.ts';
import { type Actor, actorName, type TokenActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import { lockCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { updateOf } from '../database/sql/statement.ts';
import { orNotFound } from '../errors.ts';
import { validate } from '../input/validate.ts';
import type { WriteParts } from '../service-parts.ts';
import { tokenTable } from './token.ts';
import { makeToken, shownParts, tokenDigest } from './token-format.ts';
import { type NewToken, newTokenInput, type TokenChange, tokenChangeInput } from './token-input.ts';
import { summaryOf, type TokenSummary } from './token-reads.ts';
import { assertExpiresLater, assertTokenCap, isActive } from './token-rules.ts';

/** How outdated `lastUsedAt` may be: a write on every call would cost more than the precision is worth. */
const USE_NOTED_EVERY_MS = 60_000;

const NOTE_USE = updateOf(tokenTable, { set: 'last_used_at = $3, last_used_ip = $4', where: 'id = $2' });

/** Creates, changes and revokes tokens, and notes their use. */
export interface TokenWrites {
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

export interface TokenWriteParts extends WriteParts {
  readonly maxTokens: number;
}

export function createTokenWrites({ database, audit, clock, maxTokens }: TokenWriteParts): TokenWrites {
  const notedAt = new Map<number, number>();

  return {
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
