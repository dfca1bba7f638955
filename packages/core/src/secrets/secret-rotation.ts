import type { CompanyWrites } from '../database/database.ts';
import { everyCompanySql } from '../database/statement.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { RotationStep } from '../keys/key-rotation.ts';
import { SECRET_PURPOSE } from './id-number-hash.ts';
import { secretTable } from './secret.ts';

const SET_CIPHERTEXT = everyCompanySql`UPDATE ${secretTable} SET ciphertext = $2 WHERE name = $1`;

/** The few secrets of the whole system, in one batch. Their values stay; only their encryption changes. */
export function secretRotation(database: CompanyWrites, keys: KeyRing): RotationStep {
  return {
    name: 'secrets',
    rotateBatch: () =>
      database.writeAllCompanies('rotate.secrets', {}, async (all) => {
        const secrets = await all.find(secretTable, {});
        let rotated = 0;
        for (const { name, ciphertext } of secrets) {
          if (!keys.needsRotation(ciphertext)) continue;
          const renewed = keys.encrypt(SECRET_PURPOSE, name, keys.decrypt(SECRET_PURPOSE, name, ciphertext));
          await all.rows(SET_CIPHERTEXT, [name, renewed]);
          rotated += 1;
        }
        return { rotated, failed: 0, next: null };
      }),
  };
}
