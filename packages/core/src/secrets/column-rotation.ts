import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import type { AnyTable } from '../database/sql/table.ts';
import { isShaonError } from '../errors.ts';
import { type KeyRing, keyIdOf } from '../keys/key-ring.ts';
import type { RotationStep } from '../keys/key-rotation.ts';
import type { CoreLog } from '../log.ts';

/** A nullable column with ciphertexts of the key ring, in a table with an integer id. */
export interface EncryptedColumn {
  /** The step's name: `employees`. */
  readonly name: string;
  readonly table: AnyTable;
  readonly column: string;
  /** Other columns that `context` reads. */
  readonly contextColumns: readonly string[];
  readonly purpose: string;
  /** The context that a row's value is bound to, from columns under their database names. */
  context(row: RawRow): string;
}

/** Rotates an encrypted column, ordered by id. Extensions use it for their tables (`core.extension.addRotation`). */
export function columnRotation(
  parts: { readonly database: CompanyReads & CompanyWrites; readonly keys: KeyRing; readonly log: CoreLog },
  of: EncryptedColumn,
): RotationStep {
  const { database, keys, log } = parts;
  const underFirstKey = `v1.${keys.ids[0]}.`;
  const columns = ['id', of.column, ...of.contextColumns].map((name) => `"${name}"`).join(', ');
  const { table } = of;
  const select = everyCompanySql`SELECT ${columns} FROM ${table} WHERE id > $1 AND "${of.column}" IS NOT NULL
    AND substr("${of.column}", 1, ${underFirstKey.length}) <> $3 ORDER BY id LIMIT $2 ${DIFFERENCES[database.dialect].forUpdate}`;
  const update = everyCompanySql`UPDATE ${table} SET "${of.column}" = $2 WHERE id = $1 AND "${of.column}" = $3 RETURNING id`;

  const prefixes = keys.ids.map((id) => `v1.${id}.`);
  const isUnderAnother = prefixes.map(({ length }, index) => `substr("${of.column}", 1, ${length}) <> $${index + 1}`);
  const selectForeign = everyCompanySql`SELECT "${of.column}" AS stored FROM ${table}
    WHERE "${of.column}" IS NOT NULL AND ${isUnderAnother.join(' AND ')} LIMIT 1`;

  function reencrypted(row: RawRow): string | null {
    try {
      const context = of.context(row);
      return keys.encrypt(of.purpose, context, keys.decrypt(of.purpose, context, String(row[of.column])));
    } catch (error) {
      if (!isShaonError(error)) throw error;
      log.error(
        { table: table.name, id: Number(row.id), code: error.code },
        'A stored value could not be re-encrypted',
      );
      return null;
    }
  }

  return {
    name: of.name,
    async missingKey() {
      const [row] = await database.allCompanies().run(selectForeign, prefixes);
      return row === undefined ? null : keyIdOf(String(row.stored)) || null;
    },
    rotateBatch: ({ after, limit }) =>
      database.writeAllCompanies(`rotate.${of.name}`, {}, async (all) => {
        const rows = await all.run(select, [Number(after ?? 0), limit, underFirstKey]);
        let rotated = 0;
        let failed = 0;
        for (const row of rows) {
          const ciphertext = reencrypted(row);
          if (ciphertext === null) failed += 1;
          else {
            const changed = await all.run(update, [Number(row.id), ciphertext, String(row[of.column])]);
            rotated += changed.length;
          }
        }
        const last = rows.at(-1);
        return { rotated, failed, next: rows.length < limit || last === undefined ? null : String(last.id) };
      }),
  };
}
