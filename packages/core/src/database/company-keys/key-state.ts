import type { AllCompanies } from '../all-companies.ts';
import { everyCompanySql } from '../statement.ts';
import type { StoredTable } from '../table.ts';
import { isOfCompanies } from './key-table.ts';

/** A primary, unique or foreign key as PostgreSQL writes it. */
export interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly kind: 'p' | 'u' | 'f';
  readonly definition: string;
}

/** The constraints of the tables `$1`, in a stable order. */
export const CONSTRAINTS = everyCompanySql`SELECT t.name AS "table", k.conname AS name, k.contype AS kind,
    pg_get_constraintdef(k.oid) AS definition
  FROM unnest($1::text[]) AS t(name) JOIN pg_constraint k ON k.conrelid = to_regclass(quote_ident(t.name))
  WHERE k.contype IN ('p', 'u', 'f') ORDER BY t.name, k.conname`;

/** The columns of a key, in order. */
export const columnsOf = (definition: string): string[] => /\(([^)]+)\)/.exec(definition)?.[1]?.split(', ') ?? [];

/** Whether a key begins with the company, as a cluster requires that distributes tables by company. */
export const beginsWithCompany = (definition: string): boolean => columnsOf(definition)[0] === 'company_id';

/** The tables of companies with a key that does not begin with the company. */
export function unkeyedTables(tables: readonly StoredTable[], constraints: readonly Constraint[]): StoredTable[] {
  const isUnkeyed = ({ name }: StoredTable) =>
    constraints.some(({ table, kind, definition }) => table === name && kind !== 'f' && !beginsWithCompany(definition));
  return tables.filter((table) => isOfCompanies(table) && isUnkeyed(table));
}

/** Whether all keys of a database begin with the company. */
interface KeyState {
  /** Tables added after the conversion. */
  readonly unkeyed: readonly string[];
  /** Key tables that still hold a key of a deleted row, which no other row can get. */
  readonly leftOver: readonly string[];
}

/** The faults of keys that begin with the company; null if the keys are as they were migrated. */
export async function readKeyState(all: AllCompanies, tables: readonly StoredTable[]): Promise<KeyState | null> {
  if (all.keyTables === null) return null;
  const constraints = await all.rows(CONSTRAINTS, [tables.map(({ name }) => name)]);
  const unkeyed = unkeyedTables(tables, constraints as readonly object[] as readonly Constraint[]);
  const leftOver: string[] = [];
  for (const keys of all.keyTables.tables) {
    const found = await all.rows(everyCompanySql`SELECT k.id FROM ${keys} k WHERE NOT EXISTS
      (SELECT 1 FROM ${keys.of} t WHERE t.company_id = k.company_id AND t.id = k.id AND t."${keys.column}" = k."${keys.column}") LIMIT 1`);
    if (found.length > 0) leftOver.push(keys.name);
  }
  return { unkeyed: unkeyed.map(({ name }) => name), leftOver };
}
