import type { AllCompanies } from '../database/sql/all-companies.ts';
import { generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { defineTable } from '../database/sql/table.ts';
import { digestOf } from './random-secret.ts';
import { blockedUntil, forgottenBy, incrementedFailuresSql, latestWaitEnd, mayTrySql } from './sign-in-rules.ts';

/**
 * Failed sign-ins with an unknown address, by a digest of its key. They are counted and delayed as for an account, so
 * that a page can say how long to wait without revealing which addresses exist.
 */
export const unknownSignInTable = defineTable({
  name: 'shaon_unknown_sign_in',
  columns: {
    id: generatedBigId,
    digest: text,
    failures: integer,
    blockedUntil: instant.nullable,
    failedAt: instant,
  },
  uniques: [['digest']],
  indices: [{ columns: ['failedAt'] }],
});

const INCREMENTED_FAILURES = incrementedFailuresSql({ failures: 'known.failures', until: 'known.blocked_until' }, '$3');
const COUNT = everyCompanySql`INSERT INTO ${unknownSignInTable} AS known (digest, failures, failed_at) VALUES ($1, 1, $2)
  ON CONFLICT (digest) DO UPDATE SET failed_at = $2, failures = ${INCREMENTED_FAILURES}
  WHERE ${mayTrySql('known.blocked_until', '$2', '$4')} RETURNING failures`;
const BLOCK = everyCompanySql`UPDATE ${unknownSignInTable} SET blocked_until = $2 WHERE digest = $1`;

/** Until when an unknown address must wait. */
export async function unknownBlockedUntil(all: AllCompanies, emailKey: string): Promise<Date | null> {
  const [row] = await all.find(unknownSignInTable, { digest: digestOf(emailKey) });
  return row?.blockedUntil ?? null;
}

/** Counts a failure, unless the address must wait already; returns until when it must. */
export async function countUnknownSignIn(all: AllCompanies, emailKey: string, now: Date): Promise<Date | null> {
  return (await countTry(all, emailKey, now)) ?? unknownBlockedUntil(all, emailKey);
}

/** Counts a try and returns until when the next one must wait; null, uncounted, if this one must wait already. */
export async function countTry(all: AllCompanies, key: string, now: Date): Promise<Date | null> {
  const digest = digestOf(key);
  const [counted] = await all.run(COUNT, [digest, now, forgottenBy(now), latestWaitEnd(now)]);
  if (counted === undefined) return null;
  const until = blockedUntil(Number(counted.failures), now);
  await all.run(BLOCK, [digest, until]);
  return until;
}
