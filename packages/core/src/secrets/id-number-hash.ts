import { randomBytes } from 'node:crypto';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { isShaonError, ShaonError } from '../errors.ts';
import { type KeyRing, keyedHash } from '../keys/key-ring.ts';
import type { Clock } from '../time/clock.ts';
import { secretTable } from './secret.ts';

/** The name of the key's row. */
export const ID_NUMBER_KEY_NAME = 'id_number_hash';
/** The key ring's purpose for the system's own secrets; each is bound to its name. */
export const SECRET_PURPOSE = 'secret';

/**
 * The scope within which an ID number is unique (D:W8, A12): the whole installation, or each company, for a product
 * with many customers of whom two may employ the same person.
 */
export type IdNumberScope = 'installation' | 'company';

/** The keyed hashes of a database. */
export interface IdNumberHash {
  readonly scope: IdNumberScope;
  /** The hash of a padded ID number, as in its unique column. */
  of(companyId: number, paddedIdNumber: string): string;
  /** The hash of any other text, with the same key and independent of the scope. */
  digest(text: string): string;
}

/** The hashes with a key: if the text includes the company, they are unique within each company. */
export function idNumberHashBy(key: Buffer, scope: IdNumberScope): IdNumberHash {
  const digest = (text: string): string => keyedHash(key, text);
  return {
    scope,
    of: (companyId, idNumber) => digest(scope === 'company' ? `company ${companyId}: ${idNumber}` : idNumber),
    digest,
  };
}

/**
 * Opens the key of the ID-number hash; on a new database, creates it first. It is encrypted by the key ring and never
 * replaced, because all hashes would change. Throws `keys_mismatch` if the key ring is not this database's.
 */
export async function openIdNumberKey(
  database: CompanyReads & CompanyWrites,
  keys: KeyRing,
  clock: Clock,
): Promise<Buffer> {
  const ciphertext = (await readSecret(database)) ?? (await makeHashKey(database, keys, clock));
  try {
    return keys.decrypt(SECRET_PURPOSE, ID_NUMBER_KEY_NAME, ciphertext);
  } catch (cause) {
    if (!isShaonError(cause)) throw cause;
    throw new ShaonError(
      'keys_mismatch',
      'SHAON_KEYS does not fit this database: none of its keys opens what is stored there. Use the keys with which the database was made.',
      {},
      { cause },
    );
  }
}

async function readSecret(database: CompanyReads): Promise<string | undefined> {
  const [secret] = await database.allCompanies().find(secretTable, { name: ID_NUMBER_KEY_NAME });
  return secret?.ciphertext;
}

const INSERT_UNLESS_THERE = everyCompanySql`INSERT INTO ${secretTable} (name, ciphertext, created_at)
  VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`;

/** Two processes may start at once; the first one's key is kept. */
async function makeHashKey(database: CompanyWrites, keys: KeyRing, clock: Clock): Promise<string> {
  const ciphertext = keys.encrypt(SECRET_PURPOSE, ID_NUMBER_KEY_NAME, randomBytes(32));
  return database.writeAllCompanies('secrets.make', {}, async (all) => {
    await all.run(INSERT_UNLESS_THERE, [ID_NUMBER_KEY_NAME, ciphertext, clock.now()]);
    const [secret] = await all.find(secretTable, { name: ID_NUMBER_KEY_NAME });
    return secret?.ciphertext ?? ciphertext;
  });
}
