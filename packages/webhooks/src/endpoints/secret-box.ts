import type { KeyRing } from '@shaon/core';
import type { columnRotation } from '@shaon/core/storage';
import { type SecretRow, secretTable } from './endpoint-secret.ts';

/** The purpose for which the key ring derives a separate key. */
const PURPOSE = 'webhook-secret';

/** A secret is bound to its endpoint and row, so that a stored value cannot be moved to another one. */
function context(row: Pick<SecretRow, 'id' | 'endpointId'>): string {
  return `shaon_webhook_secret:${row.endpointId}:${row.id}`;
}

/** Encrypts a signing secret for its row. */
export function sealSecret(keys: KeyRing, row: Pick<SecretRow, 'id' | 'endpointId'>, secret: string): string {
  return keys.encrypt(PURPOSE, context(row), secret);
}

/** Throws `keys_missing` or `ciphertext_corrupt`. */
export function openSecret(keys: KeyRing, row: Pick<SecretRow, 'id' | 'endpointId' | 'ciphertext'>): string {
  return keys.decrypt(PURPOSE, context(row), row.ciphertext).toString('utf8');
}

/** The column that `core.rotateKeys` encrypts again with the first key. */
export const encryptedSecrets: Parameters<typeof columnRotation>[1] = {
  name: 'webhook secrets',
  table: secretTable,
  column: 'ciphertext',
  contextColumns: ['endpoint_id'],
  purpose: PURPOSE,
  context: (row) => context({ id: Number(row.id), endpointId: Number(row.endpoint_id) }),
};
