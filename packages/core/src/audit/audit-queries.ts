import type { AllCompanies } from '../database/all-companies.ts';
import type { SqlValue } from '../database/sql.ts';
import { everyCompanySql } from '../database/statement.ts';
import { type AuditRow, auditTable } from './audit-row.ts';

type NewAuditRow = Omit<AuditRow, 'id'>;

const PROPERTIES = auditTable.properties.filter(
  (property): property is keyof NewAuditRow & string => property !== 'id',
);

/** In the order of the table's columns. Written out: looking each up by name would cost as much as the insert. */
function valuesOf(row: NewAuditRow): SqlValue[] {
  return [
    row.companyId,
    row.at,
    row.kind,
    row.action,
    row.caller,
    row.tokenId,
    row.tokenName,
    row.tokenPrefix,
    row.loginId,
    row.method,
    row.route,
    row.path,
    row.query,
    row.ignored,
    row.ip,
    row.status,
    row.durationUs,
    row.requestId,
    row.detail,
  ];
}

const COLUMNS = PROPERTIES.map((property) => auditTable.quoted(property)).join(', ');
const INSERT_ONE = everyCompanySql`INSERT INTO ${auditTable} (${COLUMNS})
  VALUES (${PROPERTIES.map((_, index) => `$${index + 1}`).join(', ')})`;

const POSTGRES_TYPES: Readonly<Record<string, string>> = {
  companyId: 'int',
  at: 'timestamptz',
  tokenId: 'int',
  loginId: 'int',
  status: 'int',
  durationUs: 'int',
};
const INSERT_MANY_ON_POSTGRES = everyCompanySql`INSERT INTO ${auditTable} (${COLUMNS})
  SELECT * FROM unnest(${PROPERTIES.map(
    (property, index) => `$${index + 1}::${POSTGRES_TYPES[property] ?? 'text'}[]`,
  ).join(', ')})`;

/** Appends rows in their order: by one statement on PostgreSQL, by one prepared statement per row on SQLite. */
export async function insertAuditRows(all: AllCompanies, rows: readonly NewAuditRow[]): Promise<void> {
  if (all.dialect === 'postgres' && rows.length > 1) {
    const columns = PROPERTIES.map((property) => rows.map((row) => row[property]));
    await all.runPipelined(INSERT_MANY_ON_POSTGRES, columns);
    return;
  }
  for (const row of rows) await all.runPipelined(INSERT_ONE, valuesOf(row));
}
