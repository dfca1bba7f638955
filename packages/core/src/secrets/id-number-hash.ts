import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { isShaonError, ShaonError } from '../errors.ts';
import { type KeyRing, keyedHash } from '../keys/key-ring.ts';
import type { Clock } from '../time/clock.ts';
import { secretTable } from './secret.ts';

const SECRET_NAME = 'id_number_hash';
/** The key ring's purpose for the system's own secrets; each is bound to its name. */
export const SECRET_PURPOSE = 'secret';

/** Hashes a padded id number for the system-wide unique key (D:W8). */
export type IdNumberHash = (paddedIdNumber: string) => string;

/**
 * Opens the key of the id-number hash, making it on a new database: it is encrypted by the key ring and never rotated
 * with it (DESIGN, Keys). Throws `keys_mismatch` when the key ring is not the one of this database.
 */
export async function openIdNumberHash(database: Database, keys: KeyRing, clock: Clock): Promise<IdNumberHash> {
  const ciphertext = (await readSecret(database)) ?? (await makeHashKey(database, keys, clock));
  let key: Buffer;
  try {
    key = keys.decrypt(SECRET_PURPOSE, SECRET_NAME, ciphertext);
  } catch (cause) {
    if (!isShaonError(cause)) throw cause;
    throw new ShaonError(
      'keys_mismatch',
      'SHAON_KEYS does not fit this database: none of its keys opens what is stored there. Use the keys with which the database was made.',
      {},
      { cause },
    );
  }
  return (paddedIdNumber) => keyedHash(key, paddedIdNumber);
}

async function readSecret(database: Database): Promise<string | undefined> {
  const [secret] = await database.readAllCompanies().find(secretTable, { name: SECRET_NAME });
  return secret?.ciphertext;
}

/** Two processes may start at once: the first one's key stays. */
async function makeHashKey(database: Database, keys: KeyRing, clock: Clock): Promise<string> {
  const ciphertext = keys.encrypt(SECRET_PURPOSE, SECRET_NAME, randomBytes(32));
  return database.writeAllCompanies('secrets.make', {}, async (all) => {
    await all.rows(
      'INSERT INTO "shaon_secret" (name, ciphertext, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      [SECRET_NAME, ciphertext, clock.now()],
    );
    const [secret] = await all.find(secretTable, { name: SECRET_NAME });
    return secret?.ciphertext ?? ciphertext;
  });
}
