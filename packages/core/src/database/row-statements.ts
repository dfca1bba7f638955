import { invalidOption } from '../errors.ts';
import { isPossibleId } from '../possible-id.ts';
import { DIFFERENCES, type Dialect } from './dialect.ts';
import { textOfShape } from './fast/fast-path.ts';
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
type Hold = 'none' | 'for update';

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
): BoundStatement {
  const values: SqlValue[] = companyId === null ? [] : [companyId];
  let shape = `SELECT ${dialect} ${hold} ${values.length}`;
  for (const property of Object.keys(criteria)) {
    const value = criteria[property as keyof Row];
    if (value === undefined) throw invalidOption(`A search by ${property} needs a value.`);
    if (value !== null) values.push(value);
    shape += value === null ? ` -${property}` : ` ${property}`;
  }
  const text = textOfShape(table, shape, () => selectText(table, dialect, criteria, companyId !== null, hold));
  return { text, values };
}

function selectText<Row extends object>(
  table: Table<Row>,
  dialect: Dialect,
  criteria: Criteria<Row>,
  isOfCompany: boolean,
  hold: Hold,
): string {
  const conditions = isOfCompany ? ['"company_id" = $1'] : [];
  let values = conditions.length;
  for (const [property, value] of Object.entries(criteria)) {
    conditions.push(`${table.quoted(property as keyof Row & string)} ${value === null ? 'IS NULL' : `= $${++values}`}`);
  }
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const orderBy = table.properties.includes('id' as keyof Row & string) ? ' ORDER BY "id"' : '';
  const lock = hold === 'for update' ? ` ${DIFFERENCES[dialect].forUpdate}` : '';
  return `SELECT ${table.selection(dialect)} FROM "${table.name}"${where}${orderBy}${lock}`;
}

/** Sets the named columns of one row of a company; null if none is named. */
export function updateStatement<Row extends object>(
  table: Table<Row>,
  companyId: number,
  id: number,
  change: Change<Row>,
): BoundStatement | null {
  const values: SqlValue[] = [companyId, id];
  let shape = 'UPDATE';
  for (const property of Object.keys(change)) {
    const value = change[property as keyof Row];
    if (value === undefined) continue;
    values.push(value);
    shape += ` ${property}`;
  }
  if (values.length === 2) return null;
  return { text: textOfShape(table, shape, () => updateText(table, change)), values };
}

function updateText<Row extends object>(table: Table<Row>, change: Change<Row>): string {
  const assignments = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([property], index) => `${table.quoted(property as keyof Row & string)} = $${index + 3}`);
  return `UPDATE "${table.name}" SET ${assignments.join(', ')} WHERE "company_id" = $1 AND "id" = $2`;
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
  const given = table.valuesOf(row);
  if (companyId !== undefined) given[table.properties.indexOf('companyId' as keyof Row & string)] = companyId;
  const values: SqlValue[] = [];
  // One bit for each column that is left out; tables have fewer columns than a number has bits.
  let omitted = 0;
  for (let index = 0; index < given.length; index++) {
    const value = given[index];
    if (value === undefined) omitted += 2 ** index;
    else values.push(value as SqlValue);
  }
  const shape = `INSERT ${dialect} ${returning} ${omitted}`;
  return { text: textOfShape(table, shape, () => insertText(table, dialect, returning, omitted)), values };
}

function insertText<Row extends object>(
  table: Table<Row>,
  dialect: Dialect,
  returning: Returning,
  omitted: number,
): string {
  const columns = table.properties
    .filter((_, index) => Math.floor(omitted / 2 ** index) % 2 === 0)
    .map((property) => table.quoted(property));
  const parameters = columns.map((_, index) => `$${index + 1}`);
  const returned = { nothing: '', id: ' RETURNING "id"', row: ` RETURNING ${table.selection(dialect)}` }[returning];
  return `INSERT INTO "${table.name}" (${columns.join(', ')}) VALUES (${parameters.join(', ')})${returned}`;
}
