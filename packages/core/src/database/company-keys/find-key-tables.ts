import type { Connections } from '../data-source.ts';
import type { StoredTable } from '../table.ts';
import { runOnPostgres } from '../typeorm-statements.ts';
import { keyTablesOf } from './key-table.ts';
import { KeyTables } from './key-tables.ts';

const EXISTING_TABLES =
  'SELECT c.relname AS name FROM unnest($1::text[]) AS t(name) JOIN pg_class c ON c.oid = to_regclass(quote_ident(t.name))';

/** Adds to the connections the separate tables in which their database keeps some keys of `tables`. */
export async function withKeyTables(connections: Connections, tables: readonly StoredTable[]): Promise<Connections> {
  if (connections.dialect === 'sqlite') return connections;
  const known = keyTablesOf(tables);
  const rows = await runOnPostgres(connections.writer, EXISTING_TABLES, [known.map(({ name }) => name)]);
  const names = new Set(rows.map((row) => String(row.name)));
  const found = known.filter(({ name }) => names.has(name));
  return found.length === 0 ? connections : { ...connections, keyTables: new KeyTables(found) };
}
