import type { AllCompanies } from '../database/sql/all-companies.ts';
import { insertWholeRows } from '../database/sql/bulk-rows.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { type AuditRow, auditTable } from './audit-row.ts';

type NewAuditRow = Omit<AuditRow, 'id'>;

const PROPERTIES = auditTable.properties.filter(
  (property): property is keyof NewAuditRow & string => property !== 'id',
);

const COLUMNS = PROPERTIES.map((property) => auditTable.quoted(property)).join(', ');
const INSERT_ONE = everyCompanySql`INSERT INTO ${auditTable} (${COLUMNS})
  VALUES (${PROPERTIES.map((_, index) => `$${index + 1}`).join(', ')})`;

/** Appends rows in their order, by one statement. */
export async function insertAuditRows(all: AllCompanies, rows: readonly NewAuditRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  if (rows.length > 1) await insertWholeRows(all, auditTable, rows, { properties: PROPERTIES });
  else
    await all.run(
      INSERT_ONE,
      PROPERTIES.map((property) => first[property]),
    );
}
