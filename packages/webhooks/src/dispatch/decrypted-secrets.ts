import type { KeyRing } from '@shaon/core';
import { openSecret } from '../endpoints/secret-box.ts';
import type { ClaimedSecret } from './claim.ts';

/** More than the number of endpoints that are sent to within some minutes. */
const KEPT = 1_000;

/**
 * Keeps decrypted secrets in the process's memory, because decrypting costs as much as signing. Each claim reads which
 * secrets sign, so a revoked one is no longer used.
 */
export class DecryptedSecrets {
  readonly #keys: KeyRing;
  readonly #opened = new Map<string, string>();

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  /** Throws `keys_missing` or `ciphertext_corrupt`. */
  open(row: Pick<ClaimedSecret, 'id' | 'endpointId' | 'ciphertext'>): string {
    // The row is part of the key, because a ciphertext that was moved to another row must not open there.
    const name = `${row.endpointId}:${row.id}:${row.ciphertext}`;
    let secret = this.#opened.get(name);
    if (secret === undefined) {
      secret = openSecret(this.#keys, row);
      if (this.#opened.size >= KEPT) this.#opened.clear();
      this.#opened.set(name, secret);
    }
    return secret;
  }
}
