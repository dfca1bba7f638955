import type { AllCompanies } from '../database/all-companies.ts';
import type { SqlValue } from '../database/sql.ts';
import { everyCompanySql } from '../database/statement.ts';
import { type AuditRow, auditTable } from './audit-row.ts';

type NewAuditRow = Omit<AuditRow, 'id'>;

const PROPERTIES = auditTable.properties.filter(
  (property): property is keyof NewAuditRow & string => property !== 'id',
);

const valuesOf = (row: NewAuditRow): SqlValue[] => PROPERTIES.map((property) => row[property]);

const COLUMNS = PROPERTIES.map((property) => auditTable.quoted(property)).join(', ');
const INSERT_ONE = everyCompanySql`INSERT INTO ${auditTable} (${COLUMNS})
  VALUES (${PROPERTIES.map((_, index) => `$${index + 1}`).join(', ')})`;

const typeOf = (property: keyof NewAuditRow) => String(auditTable.columns[property].options.postgres.type);
const INSERT_MANY_ON_POSTGRES = everyCompanySql`INSERT INTO ${auditTable} (${COLUMNS})
  SELECT * FROM unnest(${PROPERTIES.map((property, index) => `$${index + 1}::${typeOf(property)}[]`).join(', ')})`;

/** Appends rows in their order: by one statement on PostgreSQL, by one prepared statement per row on SQLite. */
export async function insertAuditRows(all: AllCompanies, rows: readonly NewAuditRow[]): Promise<void> {
  if (all.dialect === 'postgres' && rows.length > 1) {
    const columns = PROPERTIES.map((property) => rows.map((row) => row[property]));
    await all.rows(INSERT_MANY_ON_POSTGRES, columns);
    return;
  }
  for (const row of rows) await all.rows(INSERT_ONE, valuesOf(row));
}
