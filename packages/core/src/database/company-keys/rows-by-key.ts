import type { AllCompanies } from '../all-companies.ts';
import { type Dialect, eachDialect } from '../dialect.ts';
import type { Criteria } from '../row-statements.ts';
import type { RawRow } from '../sql.ts';
import { type EveryCompanySql, everyCompanySql } from '../statement.ts';
import type { AnyTable, Table } from '../table.ts';
import type { KeyTable } from './key-table.ts';

/** A statement for the row with a given key, in both forms: key as an index, or key in its own table. */
interface ByKey {
  readonly of: AnyTable;
  readonly property: string;
  /** `$1` is the key. */
  readonly byIndex: Readonly<Record<Dialect, EveryCompanySql>>;
  /** `$1` is the key, `$2` the company and `$3` the row's id. */
  readonly byKeyTable: EveryCompanySql;
}

/**
 * Builds the statement from `select`, whose condition names the key as `$1`. For a key in its own table, a condition on
 * the company that this table names is added; `alias` is the row's alias in `select`.
 */
export function byKey(
  of: AnyTable,
  property: string,
  alias: string,
  select: (dialect: Dialect) => EveryCompanySql,
): ByKey {
  return {
    of,
    property,
    byIndex: eachDialect(select),
    byKeyTable: everyCompanySql`${select('postgres')} AND ${alias}.company_id = $2 AND ${alias}.id = $3`,
  };
}

/** Runs such a statement: one look-up where the key is an index of its table, otherwise key → company → row. */
export function rowsByKey(all: AllCompanies, statement: ByKey, key: string): Promise<RawRow[]> {
  const keyTable = all.keyTables?.tableOf(statement.of, statement.property) ?? null;
  return keyTable === null
    ? all.rows(statement.byIndex[all.dialect], [key])
    : rowsByKeyTable(all, keyTable, statement, key);
}

async function rowsByKeyTable(
  all: AllCompanies,
  keyTable: KeyTable,
  { byKeyTable }: ByKey,
  key: string,
): Promise<RawRow[]> {
  const { companyId, id } = await holderOf(all, keyTable, key);
  return all.rows(byKeyTable, [key, companyId, id]);
}

/** The row of a table with a given key, or null. */
export async function findByKey<Row extends { readonly id: number; readonly companyId: number }>(
  all: AllCompanies,
  table: Table<Row>,
  property: keyof Row & string,
  key: string,
): Promise<Row | null> {
  const keyTable = all.keyTables?.tableOf(table, property) ?? null;
  const holder = keyTable === null ? {} : await holderOf(all, keyTable, key);
  return (await all.find(table, { [property]: key, ...holder } as Criteria<Row>))[0] ?? null;
}

/**
 * Ids of no row. An unknown key is looked up by them, so that an unknown e-mail address takes as long as a known one.
 */
const NOBODY = { companyId: 0, id: 0 };

async function holderOf(all: AllCompanies, keyTable: KeyTable, key: string): Promise<typeof NOBODY> {
  const statement = everyCompanySql`SELECT company_id, id FROM ${keyTable} WHERE "${keyTable.column}" = $1`;
  const [row] = await all.rows(statement, [key]);
  return row === undefined ? NOBODY : { companyId: Number(row.company_id), id: Number(row.id) };
}
