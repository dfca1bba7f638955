import type { AllCompanies } from './all-companies.ts';
import type { CompanyTransaction } from './company-scope.ts';
import type { Dialect } from './dialect.ts';
import { type SqlCell, type SqlValue, sqliteValue } from './sql.ts';
import { companySql, everyCompanySql, insertOf, updateOf } from './statement.ts';
import type { AnyTable, StoredTable, Table } from './table.ts';

interface StoredRow {
  id: number;
  companyId: number;
}

/** A row with its id, ready to be written; the company is the scope's. */
export type NumberedRow<Row extends StoredRow> = Omit<Row, 'companyId'>;

/**
 * Reserves `count` ids of a table, ascending, so that rows that refer to each other can be written many at a time. The
 * ids come from the table's sequence; SQLite has a single writer, so there they follow the last id that AUTOINCREMENT
 * has stored.
 */
export async function reserveIds(all: AllCompanies, table: AnyTable, count: number): Promise<number[]> {
  if (count === 0) return [];
  if (all.dialect === 'postgres') {
    const next = everyCompanySql`SELECT nextval((SELECT pg_get_serial_sequence('${table}', 'id')::regclass)) AS id FROM generate_series(1, $1::int)`;
    const rows = await all.run(next, [count]);
    return rows.map((row) => Number(row.id)).sort((a, b) => a - b);
  }
  const [row] = await all.run(everyCompanySql`SELECT seq FROM sqlite_sequence WHERE name = $1`, [table.name]);
  const last = Number(row?.seq ?? 0);
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}

/**
 * Inserts rows by one INSERT … SELECT over the chunk, which is bound as one parameter per column, or on SQLite as one
 * JSON text.
 */
export async function insertRows<Row extends StoredRow>(
  company: CompanyTransaction,
  table: Table<Row>,
  rows: readonly NumberedRow<Row>[],
): Promise<void> {
  if (rows.length === 0) return;
  const properties = table.properties.filter((property) => property !== 'companyId');
  const chunk = chunkOf(company.dialect, table, properties, rows);
  const columns = properties.map((property) => columnName(table, property));
  await company.change(
    insertOf(table, { columns, values: chunk.names, from: companySql`FROM ${chunk.source}` }),
    chunk.values,
  );
}

/**
 * Inserts rows of any company with all their columns, the company and the id included: rows of another installation.
 *
 * @param onConflict `ON CONFLICT …`, in which the table is called `kept`
 */
export async function insertWholeRows(
  all: AllCompanies,
  table: StoredTable,
  rows: readonly object[],
  { properties = table.properties, onConflict = '' } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const chunk = chunkOf(all.dialect, table, properties, rows, 1);
  const columns = properties.map((property) => table.quoted(property)).join(', ');
  // Without a condition, SQLite would take the conflict for a join's.
  const statement = everyCompanySql`INSERT INTO ${table} AS kept (${columns}) SELECT ${chunk.names.join(', ')}
    FROM ${chunk.source} WHERE 1 = 1 ${onConflict}`;
  await all.run(statement, chunk.values);
}

/** Sets `properties` of rows of this company, found by their ids, by one statement. */
export async function updateRows<Row extends StoredRow, Property extends keyof Row & string>(
  company: CompanyTransaction,
  table: Table<Row>,
  properties: readonly Property[],
  rows: readonly (Pick<Row, Property> & { readonly id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  const all = ['id', ...properties] as (keyof Row & string)[];
  const chunk = chunkOf(company.dialect, table, all, rows);
  const [id, ...values] = chunk.names;
  const assignments = properties.map((property, index) => `${table.quoted(property)} = ${values[index]}`);
  await company.change(
    updateOf(table, {
      set: assignments.join(', '),
      from: companySql`FROM ${chunk.source}`,
      isById: company.dialect === 'sqlite',
      where: `changed.id = ${id}`,
    }),
    chunk.values,
  );
}

/** A column's name without quotes, because `insertOf` adds them. */
function columnName<Row>(table: Table<Row>, property: keyof Row & string): string {
  return table.quoted(property).replaceAll('"', '');
}

interface Chunk {
  /** The FROM clause, without the word. */
  readonly source: string;
  /** An expression for each property. */
  readonly names: readonly string[];
  readonly values: readonly SqlValue[];
}

/** @param first the number of the chunk's first parameter; within a company `$1` is the company, so it is 2 */
function chunkOf(
  dialect: Dialect,
  table: StoredTable,
  properties: readonly string[],
  rows: readonly object[],
  first = 2,
): Chunk {
  const cellOf = (row: object, property: string): SqlCell =>
    (row as Readonly<Record<string, SqlCell | undefined>>)[property] ?? null;
  if (dialect === 'sqlite') {
    const cells = rows.map((row) => properties.map((property) => sqliteValue(cellOf(row, property))));
    return {
      source: `json_each($${first}) AS chunk`,
      names: properties.map((_, index) => `json_extract(chunk.value, '$[${index}]')`),
      values: [JSON.stringify(cells)],
    };
  }
  const columns = properties.map((property) => {
    const { type, nullable } = table.columns[property]?.options.postgres ?? {};
    const cells = rows.map((row) => cellOf(row, property));
    const name = table.quoted(property);
    if (nullable !== true) return { name, type, value: `chunk.${name}`, cells };
    return { name, type: 'text', value: `substr(NULLIF(chunk.${name}, ''), 2)::${type}`, cells: cells.map(markedText) };
  });
  return {
    source: `unnest(${columns.map(({ type }, index) => `$${index + first}::${type}[]`).join(', ')}) AS chunk(${columns
      .map(({ name }) => name)
      .join(', ')})`,
    names: columns.map(({ value }) => value),
    values: columns.map(({ cells }) => cells),
  };
}

/** Empty for null, because with `array_nulls = off` a null in a list would be the text `NULL`. */
const markedText = (cell: SqlCell): string =>
  cell === null ? '' : `=${cell instanceof Date ? cell.toISOString() : cell}`;
