import type { AnyTable, StoredTable } from '../table.ts';

/**
 * A table for a key that is unique across companies, such as an e-mail address: the key, its company and the row's id.
 * A database has such tables once its keys begin with the company (docs/scaling.md); before that, the unique index of
 * the row's own table does the same.
 */
export interface KeyTable extends AnyTable {
  /** The table whose rows have the key. */
  readonly of: StoredTable;
  /** The property that is the key. */
  readonly property: string;
  /** Its column, unquoted. */
  readonly column: string;
  /** The name of the unique index that it replaces, so that a taken key is refused under the same name. */
  readonly constraint: string;
}

/** A unique key, as its table's definition names it. */
interface UniqueKey {
  readonly constraint: string;
  readonly properties: readonly string[];
}

/** Whether the rows of a table belong to companies, each row to one. */
export function isOfCompanies(table: StoredTable): boolean {
  const company = entityOf(table).columns.companyId;
  return company !== undefined && company.nullable !== true;
}

/** The unique keys beside the primary one. */
function uniqueKeysOf(table: StoredTable): UniqueKey[] {
  return (entityOf(table).uniques ?? []).map(({ name, columns }) => ({
    constraint: String(name),
    properties: columns as readonly string[],
  }));
}

/** The keys of these tables that are unique across companies, each with the table that may hold it. */
export function keyTablesOf(tables: readonly StoredTable[]): KeyTable[] {
  return tables.filter(isOfCompanies).flatMap((table) =>
    uniqueKeysOf(table)
      .filter(({ properties }) => holdsBeyondCompany(table, properties))
      .map(({ constraint, properties }) => keyTable(table, properties[0] as string, constraint)),
  );
}

/** A key that includes a reference belongs to one company, because the referenced row does. */
function holdsBeyondCompany(table: StoredTable, properties: readonly string[]): boolean {
  const references = (entityOf(table).foreignKeys ?? []).flatMap(({ columnNames }) => columnNames ?? []);
  return !properties.includes('companyId') && !properties.some((property) => references.includes(property));
}

function keyTable(table: StoredTable, property: string, constraint: string): KeyTable {
  const column = table.quoted(property).replaceAll('"', '');
  // `shaon_login_by_email_key`
  const name = `${table.name}_by_${column}`;
  return { name, columns: {}, of: table, property, column, constraint };
}

const entityOf = (table: StoredTable) => table.schema('postgres').options;
