import { HOUR_MS } from '@shaon/core/time';
import type { SecretRow } from './endpoint-secret.ts';

/** Secrets with their states at a time: a pending one takes over and a previous one ends, even if not stored yet. */
export function secretsAsOf<Row extends Omit<SecretRow, 'companyId' | 'endpointId' | 'createdAt'>>(
  rows: readonly Row[],
  now: Date,
): Row[] {
  const taking = rows.find((row) => row.state === 'pending' && row.expiresAt !== null && row.expiresAt <= now);
  return rows
    .map((row): Row => {
      if (taking?.expiresAt == null) return row;
      if (row === taking) return { ...row, state: 'current', expiresAt: null };
      if (row.state !== 'current') return row;
      return { ...row, state: 'previous', expiresAt: overlapEnd(taking.expiresAt, taking.overlapHours) };
    })
    .map((row): Row => {
      const isOver = row.state === 'previous' && row.expiresAt !== null && row.expiresAt <= now;
      return isOver ? { ...row, state: 'revoked', expiresAt: null } : row;
    });
}

/** The secrets that sign now: the first one `X-Service-Signature`, all of them `webhook-signature` (D:V15). */
export function signingSecrets<Row extends Omit<SecretRow, 'companyId' | 'endpointId' | 'createdAt'>>(
  rows: readonly Row[],
  now: Date,
): Row[] {
  const current = secretsAsOf(rows, now);
  const inState = (state: SecretRow['state']) => current.filter((row) => row.state === state);
  return [...inState('current'), ...inState('pending'), ...inState('previous')];
}

/** When the secret before a new one stops signing. */
export function overlapEnd(from: Date, hours: number): Date {
  return new Date(from.getTime() + hours * HOUR_MS);
}
