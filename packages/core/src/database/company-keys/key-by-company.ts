import { invalidOption, ShaonError, stateConflict } from '../../errors.ts';
import type { CoreLog } from '../../log.ts';
import { AllCompanies } from '../all-companies.ts';
import type { DatabaseConnection } from '../dialect.ts';
import { assertTableOwner, convertSchema, type Run, readGrants } from '../months/convert-schema.ts';
import { assertNoOtherProcess } from '../other-processes.ts';
import type { StoredTable } from '../table.ts';
import { beginsWithCompany, CONSTRAINTS, type Constraint, columnsOf, unkeyedTables } from './key-state.ts';
import { isOfCompanies, type KeyTable, keyTablesOf } from './key-table.ts';

/**
 * Makes every key of companies' tables begin with the company, and moves keys that are unique across companies into
 * separate tables, all in one transaction: a failed conversion changes nothing. Returns the names of the tables
 * that it changed or made, none when all was done before. Throws `options_invalid` on SQLite, `schema_missing`, and
 * `state_conflict` when other processes use the database, when a table belongs to another role, or when objects of
 * others depend on a key.
 */
export async function keyByCompany(
  connection: DatabaseConnection,
  tables: readonly StoredTable[],
  log: CoreLog,
): Promise<string[]> {
  if (connection.type !== 'postgres') {
    throw invalidOption('SQLite is not spread over machines: its keys stay as they are.');
  }
  return convertSchema(connection, log, async (run) => {
    await run('SET LOCAL statement_timeout = 0');
    const found = await findUnkeyed(run, tables);
    if (found.tables.length === 0) return [];
    // A running server would not know of the new tables.
    const all = new AllCompanies(run, 'postgres');
    await assertNoOtherProcess(all, 'the database');
    const converted = await convert(run, tables, found, log);
    // A process that has connected meanwhile read the old keys when it started.
    await assertNoOtherProcess(all, 'the database');
    return converted;
  });
}

/** The part of a conversion that is still to be done. */
interface Unkeyed {
  readonly tables: readonly StoredTable[];
  readonly keyTables: readonly KeyTable[];
}

async function findUnkeyed(run: Run, tables: readonly StoredTable[]): Promise<Unkeyed> {
  const ofCompanies = tables.filter(isOfCompanies);
  await assertMigrated(run, ofCompanies);
  const constraints = await readConstraints(run, ofCompanies);
  const unkeyed = unkeyedTables(ofCompanies, constraints);
  const names = new Set(constraints.map(({ name }) => name));
  return { tables: unkeyed, keyTables: keyTablesOf(unkeyed).filter(({ constraint }) => names.has(constraint)) };
}

async function convert(
  run: Run,
  tables: readonly StoredTable[],
  { tables: unkeyed, keyTables }: Unkeyed,
  log: CoreLog,
): Promise<string[]> {
  for (const { name } of unkeyed) await assertTableOwner(run, name);
  await run(`LOCK TABLE ${unkeyed.map(({ name }) => `"${name}"`).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await assertNobodyBuiltOn(run, unkeyed, tables);
  const constraints = await readConstraints(run, unkeyed);
  const references = await readReferences(run, unkeyed);
  for (const { table, name } of references) await run(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  for (const { name } of unkeyed) {
    log.info({ table: name }, 'Changing the keys');
    const own = constraints.filter(({ table }) => table === name);
    for (const constraint of own) await keyOne(run, constraint, constraints, keyTables);
  }
  for (const { table, name, definition } of references) {
    await run(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`);
  }
  for (const keyTable of keyTables) await makeKeyTable(run, keyTable);
  const changed = [...unkeyed, ...keyTables].map(({ name }) => name);
  for (const name of changed) await run(`ANALYZE "${name}"`);
  return changed;
}

/**
 * A key without the company keeps a plain index, because work over all companies looks rows up by it: claiming
 * webhooks, prune, a move.
 */
async function keyOne(
  run: Run,
  { table, name, kind, definition }: Constraint,
  constraints: readonly Constraint[],
  keyTables: readonly KeyTable[],
): Promise<void> {
  if (kind === 'f') return;
  const columns = columnsOf(definition);
  if (beginsWithCompany(definition)) {
    // The primary key now has the same columns and replaces it.
    const primary = constraints.find((other) => other.table === table && other.kind === 'p');
    const isPrimary =
      kind === 'u' && primary !== undefined && sameColumns(['company_id', ...columnsOf(primary.definition)], columns);
    if (isPrimary) await run(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
    return;
  }
  await run(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  if (keyTables.some(({ constraint }) => constraint === name)) return;
  const kept = kind === 'p' ? `${table}_id_idx` : name.replace(/_key$/, '_idx');
  await run(`CREATE INDEX "${kept}" ON "${table}" (${columns.join(', ')})`);
  const words = kind === 'p' ? 'PRIMARY KEY' : 'UNIQUE';
  await run(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${words} (company_id, ${columns.join(', ')})`);
}

const sameColumns = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

/**
 * Each row refers to its own key, checked at the commit. So a writer that does not know of the key table fails, and
 * cannot leave a key that two rows have.
 */
async function makeKeyTable(run: Run, { name, of, column, constraint }: KeyTable): Promise<void> {
  const [id] = await run(
    `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = to_regclass(quote_ident($1)) AND attname = 'id'`,
    [of.name],
  );
  await run(`CREATE TABLE "${name}" ("${column}" text NOT NULL, company_id integer NOT NULL, id ${id?.type} NOT NULL)`);
  await run(`INSERT INTO "${name}" SELECT "${column}", company_id, id FROM "${of.name}"`);
  await run(`ALTER TABLE "${name}" ADD CONSTRAINT "${constraint}" PRIMARY KEY ("${column}"),
    ADD CONSTRAINT "${name}_row_key" UNIQUE (company_id, id, "${column}")`);
  await run(`ALTER TABLE "${of.name}" ADD CONSTRAINT "${of.name}_${column}_fk"
    FOREIGN KEY (company_id, id, "${column}") REFERENCES "${name}" (company_id, id, "${column}")
    DEFERRABLE INITIALLY DEFERRED`);
  // Changing a key deletes the old entry and inserts the new one.
  const needed = (privilege: string) => (privilege === 'UPDATE' ? 'INSERT, UPDATE, DELETE' : privilege);
  for (const grant of await readGrants(run, of.name, needed)) await run(grant(name));
}

async function assertMigrated(run: Run, tables: readonly StoredTable[]): Promise<void> {
  const missing = await run(
    'SELECT name FROM unnest($1::text[]) AS t(name) WHERE to_regclass(quote_ident(name)) IS NULL LIMIT 1',
    [tables.map(({ name }) => name)],
  );
  const [first] = missing;
  if (first !== undefined) throw new ShaonError('schema_missing', `There is no table ${first.name}. Migrate first.`);
}

const readConstraints = (run: Run, tables: readonly StoredTable[]): Promise<Constraint[]> =>
  run(CONSTRAINTS.text, [tables.map(({ name }) => name)]) as Promise<unknown> as Promise<Constraint[]>;

/** The foreign keys that refer to these tables, from any table. */
const readReferences = (run: Run, tables: readonly StoredTable[]): Promise<Constraint[]> =>
  run(
    `SELECT c.relname AS "table", k.conname AS name, k.contype AS kind, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN unnest($1::text[]) AS t(name)
      ON k.confrelid = to_regclass(quote_ident(t.name)) WHERE k.contype = 'f' AND k.conparentid = 0 ORDER BY 1, 2`,
    [tables.map(({ name }) => name)],
  ) as Promise<unknown> as Promise<Constraint[]>;

/**
 * Names of objects that prevent the conversion: `$1` are the tables to convert, `$2` all of Shaon's, `$3` its keys and
 * indices, `$4` the tables whose keys move; grants on columns and policies of those would not move along.
 */
const BUILT_ON = `
  SELECT k.conname AS name FROM t JOIN pg_constraint k ON k.confrelid = t.oid
    WHERE k.contype = 'f' AND k.conparentid = 0 AND NOT k.conrelid = ANY (SELECT to_regclass(quote_ident(n)) FROM unnest($2::text[]) n)
  UNION SELECT k.conname FROM t JOIN pg_constraint k ON k.conrelid = t.oid
    WHERE k.contype IN ('u', 'x') AND NOT k.conname = ANY ($3)
  UNION SELECT c.relname FROM t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indisunique AND NOT c.relname = ANY ($3) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)
  UNION SELECT v.relname FROM t JOIN pg_constraint k ON k.conrelid = t.oid
    JOIN pg_depend d ON d.refclassid = 'pg_constraint'::regclass AND d.refobjid = k.oid AND d.classid = 'pg_rewrite'::regclass
    JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
  UNION SELECT 'grants on ' || a.attname FROM t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE a.attacl IS NOT NULL AND t.name = ANY ($4)
  UNION SELECT 'row level security of ' || c.relname FROM t JOIN pg_class c ON c.oid = t.oid
    WHERE (c.relrowsecurity OR c.relforcerowsecurity) AND t.name = ANY ($4)
  UNION SELECT 'replica identity of ' || c.relname FROM t JOIN pg_class c ON c.oid = t.oid WHERE c.relreplident = 'i'`;

async function assertNobodyBuiltOn(
  run: Run,
  unkeyed: readonly StoredTable[],
  tables: readonly StoredTable[],
): Promise<void> {
  const ours = tables.flatMap((table) => {
    const { uniques = [], indices = [] } = table.schema('postgres').options;
    return [...uniques, ...indices].map(({ name }) => String(name));
  });
  const moving = keyTablesOf(unkeyed).map(({ of }) => of.name);
  const found = await run(
    `WITH t AS (SELECT name, to_regclass(quote_ident(name)) AS oid FROM unnest($1::text[]) AS n(name)) SELECT name FROM (${BUILT_ON}) b ORDER BY 1`,
    [unkeyed.map(({ name }) => name), tables.map(({ name }) => name), ours, moving],
  );
  if (found.length === 0) return;
  const names = found.map(({ name }) => String(name));
  throw stateConflict(
    `Keys that are to begin with the company have what is not Shaon's on them; take it away first: ${names.join(', ')}.`,
    { names },
  );
}
