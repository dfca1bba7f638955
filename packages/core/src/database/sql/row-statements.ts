import { invalidOption } from '../../errors.ts';
import { isPossibleId } from '../../possible-id.ts';
import { DIFFERENCES, type Dialect } from './dialect.ts';
import type { LimitText } from './people-limit.ts';
import type { SqlValue } from './sql.ts';
import type { Table } from './table.ts';

/** The values that rows must equal; null means IS NULL. Undefined is refused, because it would widen a search. */
export type Criteria<Row> = { readonly [Property in keyof Row]?: SqlValue };

/** The values that an UPDATE sets; undefined ones stay as they are. */
export type Change<Row> = { readonly [Property in keyof Row]?: SqlValue | undefined };

/** A text with the values of its parameters. */
interface BoundStatement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Whether rows that were read are locked until the transaction ends. */
export type Hold = 'none' | 'for update';

/**
 * Whether a row can equal the criteria. No row has an impossible id (1.5, NaN, −1, a text), and PostgreSQL would refuse
 * the statement (SPEC 7; D:E6).
 */
export function canMatch<Row>({ maxId }: Pick<Table<Row>, 'maxId'>, criteria: Criteria<Row>): boolean {
  return !('id' in criteria) || isPossibleId(criteria.id, maxId);
}

/** Rows that equal all criteria, by id ascending; of one company, which is then `$1`, or of all. */
export function selectStatement<Row extends object>(
  table: Table<Row>,
  dialect: Dialect,
  criteria: Criteria<Row>,
  companyId: number | null,
  hold: Hold = 'none',
  limit: LimitText | null = null,
): BoundStatement {
  const values: SqlValue[] = companyId === null ? [] : [companyId];
  const conditions = companyId === null ? [] : ['"company_id" = $1'];
  for (const property of Object.keys(criteria) as (keyof Row & string)[]) {
    const value = criteria[property];
    if (value === undefined) throw invalidOption(`A search by ${property} needs a value.`);
    if (value !== null) values.push(value);
    conditions.push(`${table.quoted(property)} ${value === null ? 'IS NULL' : `= $${values.length}`}`);
  }
  const seen = limit?.conditionOf(table, `"${table.name}"`) ?? null;
  if (seen !== null) conditions.push(seen);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const orderBy = table.properties.includes('id' as keyof Row & string) ? ' ORDER BY "id"' : '';
  const lock = hold === 'for update' ? ` ${DIFFERENCES[dialect].forUpdate}` : '';
  return { text: `SELECT ${table.selection(dialect)} FROM "${table.name}"${where}${orderBy}${lock}`, values };
}

/** Sets the named columns of one row of a company; null if none is named. */
export function updateStatement<Row extends object>(
  table: Table<Row>,
  companyId: number,
  id: number,
  change: Change<Row>,
): BoundStatement | null {
  const values: SqlValue[] = [companyId, id];
  const assignments: string[] = [];
  for (const property of Object.keys(change) as (keyof Row & string)[]) {
    const value = change[property];
    if (value === undefined) continue;
    values.push(value);
    assignments.push(`${table.quoted(property)} = $${values.length}`);
  }
  if (assignments.length === 0) return null;
  const text = `UPDATE "${table.name}" SET ${assignments.join(', ')} WHERE "company_id" = $1 AND "id" = $2`;
  return { text, values };
}

/** One row of a company. */
export function deleteStatement<Row extends object>(table: Table<Row>, companyId: number, id: number): BoundStatement {
  return { text: `DELETE FROM "${table.name}" WHERE "company_id" = $1 AND "id" = $2`, values: [companyId, id] };
}

/** What an INSERT returns. */
type Returning = 'nothing' | 'id' | 'row';

/** Inserts a row without its undefined columns; `companyId`, if given, replaces the row's own. */
export function insertStatement<Row extends object>(
  table: Table<Row>,
  dialect: Dialect,
  row: Partial<Row>,
  returning: Returning,
  companyId?: number,
): BoundStatement {
  const columns: string[] = [];
  const values: SqlValue[] = [];
  for (const property of table.properties) {
    const value = property === 'companyId' ? (companyId ?? row[property]) : row[property];
    if (value === undefined) continue;
    columns.push(table.quoted(property));
    values.push(value as SqlValue);
  }
  const parameters = values.map((_, index) => `$${index + 1}`);
  const returned = { nothing: '', id: ' RETURNING "id"', row: ` RETURNING ${table.selection(dialect)}` }[returning];
  return {
    text: `INSERT INTO "${table.name}" (${columns.join(', ')}) VALUES (${parameters.join(', ')})${returned}`,
    values,
  };
}
