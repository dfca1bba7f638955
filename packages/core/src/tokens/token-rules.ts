import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { companySql } from '../database/sql/statement.ts';
import { ShaonError } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { type TokenRow, tokenTable } from './token.ts';

const COUNT_ACTIVE = companySql`SELECT COUNT(*) AS active FROM ${tokenTable} t
  WHERE t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $2)`;

/** Whether a token is accepted: revoked and expired ones are not. */
export function isActive({ revokedAt, expiresAt }: Pick<TokenRow, 'revokedAt' | 'expiresAt'>, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/**
 * D:K15: a soft limit of active tokens, far above honest use. Expired tokens do not count, so an admin can see why it
 * is reached (D:A4). The company must be locked first, so that the number stays true until the commit.
 */
export async function assertTokenCap(company: CompanyTransaction, maxTokens: number, now: Date): Promise<void> {
  const [row] = await company.rows(COUNT_ACTIVE, [now]);
  if (Number(row?.active) < maxTokens) return;
  throw new ShaonError('limit_reached', `A company may have ${maxTokens} active tokens: revoke one first.`, {
    maxTokens,
  });
}

/** D:K7: an expiry must be in the future. */
export function assertExpiresLater(expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw new InvalidInputError({ expires_at: [{ rule: 'after_now' }] });
}
