import type { Ability } from '../abilities.ts';
import { type Actor, actorName, type TokenActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { assertPossibleId } from '../input/possible-id.ts';
import { validate } from '../input/validate.ts';
import { authorize } from '../permissions.ts';
import type { Clock } from '../time/clock.ts';
import { type TokenRow, tokenTable } from './token.ts';
import { isTokenForm, makeToken, shownParts, tokenDigest } from './token-format.ts';
import { type NewToken, newTokenInput, type TokenChange, tokenChangeInput } from './token-input.ts';
import { abilitySet, findTokenByDigest } from './token-queries.ts';
import { assertExpiresLater, assertTokenCap } from './token-rules.ts';

/** A token as the web interface lists it: never the secret. */
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

/** What became of a presented token. The caller of the API sees no difference between the refusals (D:K5). */
export type Authentication =
  | { readonly outcome: 'accepted'; readonly actor: TokenActor }
  | { readonly outcome: 'revoked' | 'expired'; readonly actor: TokenActor }
  | { readonly outcome: 'unknown' };

/** The tokens of a company: made and revoked by its admins or the product, never by the API (SPEC 1). */
export interface TokenService {
  /** Makes a token and gives it in clear, this once. Throws `invalid_input`, `limit_reached` (D:K15). */
  issue(actor: Actor, input: NewToken, options?: WriteOptions): Promise<{ token: string; summary: TokenSummary }>;
  /** All tokens of the company, revoked ones too, newest first. */
  list(actor: Actor): Promise<TokenSummary[]>;
  /** Changes name or expiry (D:K11). Throws `invalid_input`, `not_found`. */
  update(actor: Actor, id: number, change: TokenChange, options?: WriteOptions): Promise<void>;
  /** Takes effect with its commit (SPEC 1); revoking twice changes nothing. Throws `not_found`. */
  revoke(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /** Judges a presented token by a read of the database, every time (D:K13). */
  authenticate(presented: string): Promise<Authentication>;
  /** Remembers when and from where a token was used, at most once a minute. */
  noteUse(actor: TokenActor, ip: string): Promise<void>;
}

/** How stale `lastUsedAt` may be: a write on every call would cost more than the knowledge is worth. */
const USE_NOTED_EVERY_MS = 60_000;

export function createTokenService(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly maxTokens: number;
}): TokenService {
  const { database, audit, clock } = parts;
  const notedAt = new Map<number, number>();

  return {
    async issue(actor, input, options = {}) {
      authorize(actor, 'tokens.manage');
      const wanted = validate(newTokenInput, input);
      assertExpiresLater(wanted.expires_at ?? null, clock.now());
      const token = makeToken();
      return database.write(actor, 'tokens.issue', options, async (company) => {
        await assertTokenCap(company, parts.maxTokens);
        const row = await company.insert(tokenTable, {
          name: wanted.name,
          ...shownParts(token),
          digest: tokenDigest(token),
          abilities: [...new Set(wanted.abilities)].join(' '),
          createdBy: actorName(actor),
          createdAt: clock.now(),
          expiresAt: wanted.expires_at ?? null,
          revokedAt: null,
          revokedBy: null,
          lastUsedAt: null,
          lastUsedIp: null,
        });
        await auditAct(audit, company, actor, 'token.issue', { token_id: row.id, abilities: row.abilities });
        return { token, summary: summaryOf(row) };
      });
    },

    async list(actor) {
      authorize(actor, 'tokens.manage');
      const rows = await database.read(actor).find(tokenTable);
      return rows.reverse().map(summaryOf);
    },

    async update(actor, id, input, options = {}) {
      authorize(actor, 'tokens.manage');
      const change = validate(tokenChangeInput, input);
      assertPossibleId(id, 'token');
      assertExpiresLater(change.expires_at ?? null, clock.now());
      await database.write(actor, 'tokens.update', options, async (company) => {
        const columns = { name: change.name, expiresAt: change.expires_at };
        if (!(await company.update(tokenTable, id, columns))) throw notFound('token');
        await auditAct(audit, company, actor, 'token.update', { token_id: id });
      });
    },

    async revoke(actor, id, options = {}) {
      authorize(actor, 'tokens.manage');
      assertPossibleId(id, 'token');
      await database.write(actor, 'tokens.revoke', options, async (company) => {
        const row = await company.findOne(tokenTable, { id });
        if (row === null) throw notFound('token');
        if (row.revokedAt !== null) return;
        await company.update(tokenTable, id, { revokedAt: clock.now(), revokedBy: actorName(actor) });
        await auditAct(audit, company, actor, 'token.revoke', { token_id: id });
      });
    },

    async authenticate(presented) {
      if (!isTokenForm(presented)) return { outcome: 'unknown' };
      const found = await findTokenByDigest(database.readAllCompanies(), tokenDigest(presented));
      if (found === null) return { outcome: 'unknown' };
      if (found.revokedAt !== null) return { outcome: 'revoked', actor: found.actor };
      const { actor, expiresAt } = found;
      if (expiresAt !== null && expiresAt <= clock.now()) return { outcome: 'expired', actor };
      return { outcome: 'accepted', actor };
    },

    async noteUse(actor, ip) {
      const now = clock.now();
      if (Math.abs(now.getTime() - (notedAt.get(actor.tokenId) ?? 0)) < USE_NOTED_EVERY_MS) return;
      notedAt.set(actor.tokenId, now.getTime());
      await database.write(actor, 'tokens.noteUse', {}, async (company) => {
        await company.update(tokenTable, actor.tokenId, { lastUsedAt: now, lastUsedIp: ip });
      });
    },
  };
}

function summaryOf(row: TokenRow): TokenSummary {
  const { companyId: _companyId, digest: _digest, abilities, ...shown } = row;
  return { ...shown, abilities: [...abilitySet(abilities)] };
}
