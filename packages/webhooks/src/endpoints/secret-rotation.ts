import { type Clock, type KeyRing, ShaonError } from '@shaon/core';
import type { CompanyTransaction, Locked } from '@shaon/core/storage';
import { newSecret } from '../signature.ts';
import { type SecretRow, secretTable } from './endpoint-secret.ts';
import { sealSecret } from './secret-box.ts';
import { overlapEnd, secretsAsOf } from './signing-secrets.ts';

/** D:V15: how long a new secret waits for the admin's switch, and how long the old one then still verifies. */
export const DEFAULT_OVERLAP_HOURS = 24;
const PENDING_HOURS = 24;

/** Adds a secret in the given state and returns its text, which is shown once. */
export async function addSecret(
  company: CompanyTransaction,
  keys: KeyRing,
  endpointId: number,
  state: Pick<SecretRow, 'state' | 'createdAt' | 'expiresAt' | 'overlapHours'>,
): Promise<string> {
  const secret = newSecret();
  // The encryption is bound to the row's id, so the row is inserted first.
  const row = await company.insert(secretTable, { endpointId, ciphertext: '', ...state });
  await company.update(secretTable, row, { ciphertext: sealSecret(keys, row, secret) });
  return secret;
}

/** What happens to the older secrets when a new one takes over. */
type OlderSecrets = 'overlap' | 'revoke';

/** Adds a second secret: it is shown, and signs only `webhook-signature` until it takes over. */
export async function beginRotation(
  company: CompanyTransaction,
  keys: KeyRing,
  clock: Clock,
  endpointId: number,
  overlapHours: number,
): Promise<string> {
  const rows = await lockSecrets(company, clock, endpointId);
  if (rows.some((row) => row.state === 'pending')) {
    throw new ShaonError('state_conflict', 'A new secret is waiting already: switch to it first.');
  }
  const createdAt = clock.now();
  const expiresAt = overlapEnd(createdAt, PENDING_HOURS);
  return addSecret(company, keys, endpointId, { state: 'pending', createdAt, expiresAt, overlapHours });
}

/**
 * Makes the pending secret the current one (D:V15). Older ones still verify for their overlap; after a leak they are
 * revoked instead, also if no secret is pending.
 */
export async function finishRotation(
  company: CompanyTransaction,
  clock: Clock,
  endpointId: number,
  older: OlderSecrets,
): Promise<void> {
  const rows = await lockSecrets(company, clock, endpointId);
  const pending = rows.find((row) => row.state === 'pending');
  if (pending === undefined && older === 'overlap') {
    throw new ShaonError('state_conflict', 'There is no new secret to switch to.');
  }
  for (const row of rows) {
    const change = changeOnSwitch(row, pending, clock.now(), older);
    if (change !== null) await company.update(secretTable, row, change);
  }
}

function changeOnSwitch(
  row: SecretRow,
  pending: SecretRow | undefined,
  now: Date,
  older: OlderSecrets,
): Partial<Pick<SecretRow, 'state' | 'expiresAt'>> | null {
  if (row === pending) return { state: 'current', expiresAt: null };
  if (row.state === 'previous' && older === 'revoke') return { state: 'revoked', expiresAt: null };
  if (row.state !== 'current' || pending === undefined) return null;
  if (older === 'revoke') return { state: 'revoked', expiresAt: null };
  return { state: 'previous', expiresAt: overlapEnd(now, pending.overlapHours) };
}

/** Locks an endpoint's secrets, stores their changes of state that time has brought, and returns them. */
export async function lockSecrets(
  company: CompanyTransaction,
  clock: Clock,
  endpointId: number,
): Promise<Locked<SecretRow>[]> {
  const rows = await company.lockAll(secretTable, { endpointId });
  const current = secretsAsOf(rows, clock.now());
  for (const [index, row] of current.entries()) {
    if (row === rows[index]) continue;
    await company.update(secretTable, row, { state: row.state, expiresAt: row.expiresAt });
  }
  return current;
}
