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

interface ScopeParts extends Omit<ServiceParts, 'audit'> {
  readonly keys: KeyRing;
}

/**
 * The row of `shaon_secret` whose name stores the scope, so that a statement can check it. Its ciphertext is empty, and
 * is rotated like the others.
 */
export const scopeMark = (scope: IdNumberScope): string => PREFIX + scope;

async function readMark(all: AllCompanies): Promise<string | null> {
  const [row] = await all.run(MARKS);
  return row === undefined ? null : String(row.name).slice(PREFIX.length);
}

/** Replaces the mark. */
async function writeScope(all: AllCompanies, scope: IdNumberScope, parts: ScopeParts): Promise<void> {
  const name = scopeMark(scope);
  await all.run(REMOVE);
  await all.run(INSERT, [name, parts.keys.encrypt(SECRET_PURPOSE, name, ''), parts.clock.now()]);
}

/**
 * Checks that a process hashes ID numbers as its database does; until there is an employee, the scope may change (D:A12,
 * A33). Throws `options_invalid`.
 */
export async function assertIdNumberScope(parts: ScopeParts, wanted: IdNumberScope): Promise<void> {
  if ((await readMark(parts.database.allCompanies())) === wanted) return;
  await parts.database.writeAllCompanies('idNumbers.scope', {}, async (all) => {
    // Concurrent callers wait at the row of the hashes' key, which every database has.
    await all.run(LOCK[all.dialect], [ID_NUMBER_KEY_NAME]);
    const stored = await readMark(all);
    if (stored !== null && stored !== wanted && (await all.run(ANY_EMPLOYEE)).length > 0) throw refused(stored, wanted);
    await writeScope(all, wanted, parts);
  });
}

/** The error for a process whose database got another scope, so that it writes no hashes of the old one. */
export function scopeChanged(): ShaonError {
  return invalidOption('The scope of ID numbers was changed: restart this process with the new one.');
}

function refused(stored: string, wanted: IdNumberScope): ShaonError {
  return invalidOption(
    `ID numbers of this database are unique by ${stored} since its first employee, and this process is set to "${wanted}": set idNumberScope (SHAON_ID_NUMBER_SCOPE) to "${stored}".`,
  );
}
