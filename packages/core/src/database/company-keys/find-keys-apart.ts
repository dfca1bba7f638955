import type { Connections } from '../data-source.ts';
import type { StoredTable } from '../table.ts';
import { runOnPostgres } from '../typeorm-statements.ts';
import { keyTablesOf } from './key-table.ts';
import { KeysApart } from './keys-apart.ts';

const EXISTING_TABLES =
  'SELECT c.relname AS name FROM unnest($1::text[]) AS t(name) JOIN pg_class c ON c.oid = to_regclass(quote_ident(t.name))';

/** Adds to the connections which keys of `tables` their database keeps in tables of their own. */
export async function withKeysApart(connections: Connections, tables: readonly StoredTable[]): Promise<Connections> {
  if (connections.dialect === 'sqlite') return connections;
  const known = keyTablesOf(tables);
  const rows = await runOnPostgres(connections.writer, EXISTING_TABLES, [known.map(({ name }) => name)]);
  const found = new Set(rows.map((row) => String(row.name)));
  const apart = known.filter(({ name }) => found.has(name));
  return apart.length === 0 ? connections : { ...connections, keysApart: new KeysApart(apart) };
}
