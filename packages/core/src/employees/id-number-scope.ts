import type { AllCompanies } from '../database/sql/all-companies.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { invalidOption, type ShaonError } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { ID_NUMBER_KEY_NAME, type IdNumberScope, SECRET_PURPOSE } from '../secrets/id-number-hash.ts';
import { secretTable } from '../secrets/secret.ts';
import type { ServiceParts } from '../service-parts.ts';
import { employeeTable } from './employee.ts';

const PREFIX = 'id_number_scope:';
const MARKS = everyCompanySql`SELECT name FROM ${secretTable} WHERE name LIKE 'id_number_scope:%'`;
const REMOVE = everyCompanySql`DELETE FROM ${secretTable} WHERE name LIKE 'id_number_scope:%'`;
const INSERT = everyCompanySql`INSERT INTO ${secretTable} (name, ciphertext, created_at) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO NOTHING`;
const LOCK = eachDialect(
  (dialect) => everyCompanySql`SELECT name FROM ${secretTable} WHERE name = $1 ${DIFFERENCES[dialect].forUpdate}`,
);
const ANY_EMPLOYEE = everyCompanySql`SELECT id FROM ${employeeTable} LIMIT 1`;

/** The scope that a database has stored; `rescoping`: the hashes are being recomputed for another one. */
type StoredScope = IdNumberScope | 'rescoping' | null;

export interface ScopeParts extends Omit<ServiceParts, 'audit'> {
  readonly keys: KeyRing;
}

/**
 * The row of `shaon_secret` whose name stores the scope, so that a statement can check it. Its ciphertext is empty, and
 * is rotated like the others.
 */
export const scopeMark = (scope: Exclude<StoredScope, null>): string => PREFIX + scope;

export async function readScope(all: AllCompanies): Promise<StoredScope> {
  const marked = await readMark(all);
  if (marked !== null) return marked;
  // Databases from before the option have hashes for an installation.
  return (await all.run(ANY_EMPLOYEE)).length > 0 ? 'installation' : null;
}

async function readMark(all: AllCompanies): Promise<StoredScope> {
  const [row] = await all.run(MARKS);
  return row === undefined ? null : (String(row.name).slice(PREFIX.length) as StoredScope);
}

/** Replaces the mark. Concurrent callers wait at the row of the hashes' key, which every database has. */
export async function writeScope(
  all: AllCompanies,
  scope: Exclude<StoredScope, null>,
  parts: ScopeParts,
): Promise<void> {
  const name = scopeMark(scope);
  await all.run(LOCK[all.dialect], [ID_NUMBER_KEY_NAME]);
  await all.run(REMOVE);
  await all.run(INSERT, [name, parts.keys.encrypt(SECRET_PURPOSE, name, ''), parts.clock.now()]);
}

/**
 * Checks that a process hashes ID numbers as its database does; until there is an employee, the scope may change.
 * Throws `options_invalid`, which names the command (D:A12).
 */
export async function assertIdNumberScope(parts: ScopeParts, wanted: IdNumberScope): Promise<void> {
  if ((await readMark(parts.database.allCompanies())) === wanted) return;
  await parts.database.writeAllCompanies('idNumbers.scope', {}, async (all) => {
    await all.run(LOCK[all.dialect], [ID_NUMBER_KEY_NAME]);
    const stored = await readScope(all);
    if (stored === 'rescoping') throw refused('The hashes of ID numbers are being computed for another scope', wanted);
    const isFixed = stored !== null && (await all.run(ANY_EMPLOYEE)).length > 0;
    if (isFixed && stored !== wanted) throw refused(`ID numbers of this database are unique by ${stored}`, wanted);
    await writeScope(all, wanted, parts);
  });
}

/** The error for a process whose database got another scope, so that it writes no hashes of the old one. */
export function scopeChanged(): ShaonError {
  return invalidOption('The scope of ID numbers was changed: restart this process with the new one.');
}

function refused(what: string, wanted: IdNumberScope): ShaonError {
  return invalidOption(
    `${what}, and this process is set to "${wanted}": set idNumberScope (SHAON_ID_NUMBER_SCOPE) to what the database has, or run \`shaon id-numbers rescope --to ${wanted}\`.`,
  );
}
