import type { AllCompanies } from '../all-companies.ts';
import type { Dialect } from '../dialect.ts';
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
  readonly whole: Readonly<Record<Dialect, EveryCompanySql>>;
  /** `$1` is the key, `$2` the company and `$3` the row's id. */
  readonly apart: EveryCompanySql;
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
    whole: { sqlite: select('sqlite'), postgres: select('postgres') },
    apart: everyCompanySql`${select('postgres')} AND ${alias}.company_id = $2 AND ${alias}.id = $3`,
  };
}

/** Runs such a statement: one look-up where the key is an index of its table, otherwise key → company → row. */
export function rowsByKey(all: AllCompanies, statement: ByKey, key: string): Promise<RawRow[]> {
  const apart = all.keysApart?.tableOf(statement.of, statement.property) ?? null;
  return apart === null ? all.rows(statement.whole[all.dialect], [key]) : rowsApart(all, apart, statement, key);
}

async function rowsApart(all: AllCompanies, keys: KeyTable, { apart }: ByKey, key: string): Promise<RawRow[]> {
  const { companyId, id } = await holderOf(all, keys, key);
  return all.rows(apart, [key, companyId, id]);
}

/** The row of a table with a given key, or null. */
export async function findByKey<Row extends { readonly id: number; readonly companyId: number }>(
  all: AllCompanies,
  table: Table<Row>,
  property: keyof Row & string,
  key: string,
): Promise<Row | null> {
  const apart = all.keysApart?.tableOf(table, property) ?? null;
  const holder = apart === null ? {} : await holderOf(all, apart, key);
  return (await all.find(table, { [property]: key, ...holder } as Criteria<Row>))[0] ?? null;
}

/**
 * Ids of no row. An unknown key is looked up by them, so that an unknown e-mail address takes as long as a known one.
 */
const NOBODY = { companyId: 0, id: 0 };

async function holderOf(all: AllCompanies, keys: KeyTable, key: string): Promise<typeof NOBODY> {
  const statement = everyCompanySql`SELECT company_id, id FROM ${keys} WHERE "${keys.column}" = $1`;
  const [row] = await all.rows(statement, [key]);
  return row === undefined ? NOBODY : { companyId: Number(row.company_id), id: Number(row.id) };
}
