import type { CompanyTransaction } from '../database/company-scope.ts';
import { ShaonError } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';

/** D:K15: a soft cap on active tokens, never reached honestly. */
export async function assertTokenCap(company: CompanyTransaction, maxTokens: number): Promise<void> {
  const [row] = await company.rows(
    'SELECT COUNT(*) AS active FROM "shaon_token" WHERE company_id = $1 AND revoked_at IS NULL',
  );
  if (Number(row?.active) < maxTokens) return;
  throw new ShaonError('limit_reached', `A company may have ${maxTokens} active tokens: revoke one first.`, {
    maxTokens,
  });
}

/** D:K7: an expiry lies in the future. */
export function assertExpiresLater(expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw new InvalidInputError({ expires_at: [{ rule: 'after_now' }] });
}
