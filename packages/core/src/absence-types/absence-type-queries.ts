import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql, insertOf } from '../database/sql/statement.ts';
import { type AbsenceTypeRow, absenceTypeTable } from './absence-type.ts';

/** A type of absence, as the company names it. */
export interface AbsenceType {
  readonly id: number;
  readonly label: string;
  /** No longer offered; existing records keep it. */
  readonly is_retired: boolean;
}

/** All absence types of the company, including retired ones, by id ascending. */
export async function listAbsenceTypes(scope: CompanyScope): Promise<AbsenceType[]> {
  return (await scope.find(absenceTypeTable)).map(toAbsenceType);
}

const INSERT_UNLESS_THERE = insertOf(absenceTypeTable, {
  columns: ['label', 'is_retired', 'created_at', 'updated_at'],
  values: ['$2', '$3', '$4', '$4'],
  onConflict: 'ON CONFLICT (company_id, label) DO NOTHING',
  returning: 'id',
});

/**
 * Inserts a type and returns its id. Another process may add the same label at the same time; for an existing label
 * nothing is inserted and the result is null.
 */
export async function insertIfAbsent(
  company: CompanyTransaction,
  { label, is_retired }: Omit<AbsenceType, 'id'>,
  now: Date,
): Promise<number | null> {
  const [made] = await company.change(INSERT_UNLESS_THERE, [label, is_retired, now]);
  return made === undefined ? null : Number(made.id);
}

export function toAbsenceType(row: AbsenceTypeRow): AbsenceType {
  return { id: row.id, label: row.label, is_retired: row.isRetired };
}

const LOCK_FOR_SHARE = eachDialect(
  (dialect) => companySql`SELECT ${absenceTypeTable.selection(dialect)} FROM ${absenceTypeTable} t
    WHERE t.label = $2 ${DIFFERENCES[dialect].forShare}`,
);

/**
 * The absence type of a label, possibly retired, locked against changes until the transaction ends. Every write of the
 * label takes this lock, so that a concurrent renaming either finds the record or makes the label unknown first.
 */
export async function lockAbsenceTypeForShare(
  company: CompanyTransaction,
  label: string,
): Promise<AbsenceTypeRow | null> {
  const [row] = await company.rows(LOCK_FOR_SHARE[company.dialect], [label]);
  return row === undefined ? null : absenceTypeTable.fromDatabase(row);
}

const LOCK_ALL_FOR_SHARE = companySql`SELECT COUNT(*) FROM (SELECT t.id FROM ${absenceTypeTable} t ORDER BY t.id
  ${DIFFERENCES.postgres.forShare}) AS held`;

/**
 * Waits for a renaming, and keeps others from beginning one: it locks the records of its type in an order of its own.
 * SQLite has one writer at a time.
 */
export async function lockAbsenceTypesForShare(company: CompanyTransaction): Promise<void> {
  if (company.dialect === 'postgres') await company.rows(LOCK_ALL_FOR_SHARE);
}
