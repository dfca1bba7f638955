import { setImmediate } from 'node:timers/promises';
import { operatorEntry } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import { ConstraintError } from '../database/sql/constraint-errors.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type EveryCompanySql, everyCompanySql } from '../database/sql/statement.ts';
import { type ShaonError, stateConflict } from '../errors.ts';
import { wholeNumber } from '../option-rules.ts';
import { type IdNumberHash, type IdNumberScope, idNumberHashBy, openIdNumberKey } from '../secrets/id-number-hash.ts';
import { employeeTable } from './employee.ts';
import { ID_NUMBER_PURPOSE } from './id-number-encryption.ts';
import { readScope, type ScopeParts, writeScope } from './id-number-scope.ts';

/** How to recompute the hashes of all ID numbers. */
export interface Rescope {
  readonly to: IdNumberScope;
  /** Employees per short transaction. Default 200. */
  readonly batchSize?: number | undefined;
  readonly onProgress?: ((progress: RescopeReport) => void) | undefined;
}

/** How many hashes were recomputed. */
export interface RescopeReport {
  readonly changed: number;
}

const NEXT = eachDialect(nextStatement);

function nextStatement(dialect: Dialect): EveryCompanySql {
  return everyCompanySql`SELECT id, company_id, id_number, id_number_hash FROM ${employeeTable} WHERE id > $1
    ORDER BY id LIMIT $2 ${DIFFERENCES[dialect].forUpdate}`;
}

const UPDATE = everyCompanySql`UPDATE ${employeeTable} SET id_number = $3, id_number_hash = $4
  WHERE id = $1 AND company_id = $2`;

/**
 * Makes ID numbers unique within another scope; an operator's act, while no other process uses the database. Hashes
 * that already have the new scope are skipped, so an interrupted run can be started again; until it is complete, no
 * core opens the database. Audited. Throws `state_conflict` with `details.collisions`, and changes nothing, if unique
 * numbers would no longer be unique.
 */
export async function rescopeIdNumbers(
  parts: ScopeParts & { readonly audit: AuditLog },
  { to, batchSize = 200, onProgress }: Rescope,
): Promise<RescopeReport> {
  const { database, keys, clock, audit } = parts;
  wholeNumber('batchSize', batchSize, 1);
  if ((await readScope(database.allCompanies())) === to) return { changed: 0 };
  const hashes = idNumberHashBy(await openIdNumberKey(database, keys, clock), to);
  const collisions = await countCollisions();
  if (collisions > 0) throw collide(collisions);
  await database.writeAllCompanies('idNumbers.rescope', {}, (all) => writeScope(all, 'rescoping', parts));

  let changed = 0;
  await eachBatch(async (rows, all) => {
    for (const row of rows) {
      const { hash, idNumber } = hashed(row, hashes);
      if (hash === row.id_number_hash) continue;
      const ciphertext = keys.encrypt(ID_NUMBER_PURPOSE, hash, idNumber);
      await all.run(UPDATE, [Number(row.id), Number(row.company_id), ciphertext, hash]).catch(refuseTaken);
      changed += 1;
    }
    onProgress?.({ changed });
  });
  await database.writeAllCompanies('idNumbers.rescope', {}, async (all, manager) => {
    await writeScope(all, to, parts);
    await audit.write(manager, operatorEntry('id_numbers.rescope', { to, changed }));
  });
  return { changed };

  /** How many ID numbers occur more than once within the new scope. */
  async function countCollisions(): Promise<number> {
    const once = new Set<string>();
    const more = new Set<string>();
    await eachBatch(async (rows) => {
      for (const row of rows) {
        const { hash } = hashed(row, hashes);
        (once.has(hash) ? more : once).add(hash);
      }
    });
    return more.size;
  }

  /** All employees by id, one transaction per batch. */
  async function eachBatch(work: (rows: readonly RawRow[], all: AllCompanies) => Promise<void>): Promise<void> {
    let after = 0;
    for (;;) {
      const rows = await database.writeAllCompanies('idNumbers.rescope', {}, async (all) => {
        const found = await all.run(NEXT[all.dialect], [after, batchSize]);
        await work(found, all);
        return found;
      });
      if (rows.length < batchSize) return;
      after = Number(rows.at(-1)?.id);
      await setImmediate();
    }
  }

  function hashed(row: RawRow, { of }: IdNumberHash): { readonly hash: string; readonly idNumber: string } {
    const idNumber = keys.decrypt(ID_NUMBER_PURPOSE, String(row.id_number_hash), String(row.id_number)).toString();
    return { hash: of(Number(row.company_id), idNumber), idNumber };
  }
}

/** Another process wrote while the hashes were computed; the next run counts again. */
function refuseTaken(error: unknown): never {
  if (error instanceof ConstraintError) throw collide(1);
  throw error;
}

function collide(collisions: number): ShaonError {
  return stateConflict(
    `${collisions} ID numbers belong to more than one employee within the new scope: correct them first.`,
    { collisions },
  );
}
