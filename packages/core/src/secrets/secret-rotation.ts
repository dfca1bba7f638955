import type { CompanyWrites } from '../database/database.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { isShaonError, ShaonError } from '../errors.ts';
import { type KeyRing, keyIdOf } from '../keys/key-ring.ts';
import type { RotationStep } from '../keys/key-rotation.ts';
import { SECRET_PURPOSE } from './id-number-hash.ts';
import { secretTable } from './secret.ts';

const SET_CIPHERTEXT = everyCompanySql`UPDATE ${secretTable} SET ciphertext = $2 WHERE name = $1`;

/**
 * The few secrets of the whole system, in one batch. Their values stay; only their encryption changes. It is the first
 * step of a rotation, and locks the secrets, so that of two rotations to different keys of one id the second ends here,
 * before values are encrypted under both. Throws `keys_mismatch`.
 */
export function secretRotation(database: CompanyWrites, keys: KeyRing): RotationStep {
  const { forUpdate } = DIFFERENCES[database.dialect];
  const lockSecrets = everyCompanySql`SELECT name, ciphertext FROM ${secretTable} ORDER BY name ${forUpdate}`;

  function open(name: string, ciphertext: string): Buffer {
    try {
      return keys.decrypt(SECRET_PURPOSE, name, ciphertext);
    } catch (cause) {
      if (!isShaonError(cause)) throw cause;
      const message = `The key ${keyIdOf(ciphertext)} of SHAON_KEYS does not open what this database has under its id: another rotation may have used another key of the same id. Nothing was encrypted again.`;
      throw new ShaonError('keys_mismatch', message, {}, { cause });
    }
  }

  return {
    name: 'secrets',
    rotateBatch: () =>
      database.writeAllCompanies('rotate.secrets', {}, async (all) => {
        let rotated = 0;
        for (const row of await all.run(lockSecrets)) {
          const [name, ciphertext] = [String(row.name), String(row.ciphertext)];
          // Opened even if it is under the first key's id, because that may be another key of this id.
          const secret = open(name, ciphertext);
          if (!keys.needsRotation(ciphertext)) continue;
          await all.run(SET_CIPHERTEXT, [name, keys.encrypt(SECRET_PURPOSE, name, secret)]);
          rotated += 1;
        }
        return { rotated, failed: 0, next: null };
      }),
  };
}
