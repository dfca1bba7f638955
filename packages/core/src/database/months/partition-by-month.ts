import { invalidOption, ShaonError, stateConflict } from '../../errors.ts';
import type { CoreLog } from '../../log.ts';
import type { DatabaseConnection } from '../dialect.ts';
import type { StoredTable } from '../table.ts';
import { assertTableOwner, convertSchema, type Run, readGrants } from './convert-schema.ts';
import {
  defaultPartitionOf,
  type MonthlyTable,
  monthExpression,
  monthsWithPartition,
  nextMonth,
  partitionOf,
  startOf,
  upcomingMonths,
} from './monthly-table.ts';

/** A table's properties besides columns and checks, as PostgreSQL writes them. */
interface Keys {
  readonly constraints: readonly { readonly name: string; readonly kind: string; readonly definition: string }[];
  readonly indices: readonly { readonly name: string; readonly definition: string }[];
  readonly grants: Awaited<ReturnType<typeof readGrants>>;
  readonly sequence: string;
}

/**
 * Partitions tables by month, all in one transaction, so that a conversion that fails or is interrupted changes
 * nothing. Returns the names of the tables it converted, none when all were converted before. Users of the tables wait
 * until it ends. Throws `options_invalid` on SQLite, `schema_missing`, and `state_conflict` for a table of another
 * role, or with objects of others on it: references, triggers, views and the like would be lost or refused.
 */
export async function partitionByMonth(
  connection: DatabaseConnection,
  tables: readonly MonthlyTable[],
  options: { readonly now?: Date | undefined; readonly log: CoreLog },
): Promise<string[]> {
  if (connection.type !== 'postgres') {
    throw invalidOption('Only PostgreSQL has partitions by month; on SQLite tables stay whole.');
  }
  const now = options.now ?? new Date();
  return convertSchema(connection, options.log, async (run) => {
    const converted: string[] = [];
    for (const monthly of tables) {
      if (await isPartitioned(run, monthly.table.name)) continue;
      options.log.info({ table: monthly.table.name }, 'Putting into partitions');
      await convert(run, monthly, now);
      converted.push(monthly.table.name);
    }
    return converted;
  });
}

async function isPartitioned(run: Run, table: string): Promise<boolean> {
  const [found] = await run('SELECT relkind AS kind FROM pg_class WHERE oid = to_regclass(quote_ident($1))', [table]);
  if (found === undefined) throw new ShaonError('schema_missing', `There is no table ${table}. Migrate first.`);
  return found.kind === 'p';
}

async function convert(run: Run, monthly: MonthlyTable, now: Date): Promise<void> {
  const { table, by } = monthly;
  const { name } = table;
  const whole = `${name}_whole`;
  const key = table.quoted(by);
  await assertTableOwner(run, name);
  await run(`LOCK TABLE "${name}" IN ACCESS EXCLUSIVE MODE`);
  await dropReferences(run, monthly);
  await assertNobodyBuiltOn(run, table);
  const keys = await readKeys(run, name);
  await run(`ALTER TABLE "${name}" RENAME TO "${whole}"`);
  // Frees their names for the new table.
  for (const constraint of keys.constraints) await run(`ALTER TABLE "${whole}" DROP CONSTRAINT "${constraint.name}"`);
  for (const index of keys.indices) await run(`DROP INDEX "${index.name}"`);

  await run(`CREATE TABLE "${name}" (LIKE "${whole}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE
    INCLUDING COMPRESSION INCLUDING COMMENTS) PARTITION BY RANGE (${key})`);
  await run(`ALTER SEQUENCE ${keys.sequence} OWNED BY "${name}"."id"`);
  for (const grant of keys.grants) await run(grant(name));
  const { from, until } = monthsWithPartition(now);
  const found = await run(`SELECT DISTINCT ${monthExpression(monthly)} AS month FROM "${whole}"
    WHERE ${key} >= '${from}' AND ${key} < '${until}'`);
  const months = new Set([...found.map(({ month }) => String(month)), ...upcomingMonths(now)]);
  for (const month of [...months].sort()) {
    await run(`CREATE TABLE "${partitionOf(table, month).name}" PARTITION OF "${name}"
      FOR VALUES FROM ('${startOf(month)}') TO ('${startOf(nextMonth(month))}')`);
  }
  await run(`CREATE TABLE "${defaultPartitionOf(table).name}" PARTITION OF "${name}" DEFAULT`);
  for (const partition of [...[...months].map((month) => partitionOf(table, month)), defaultPartitionOf(table)]) {
    for (const grant of keys.grants) await run(grant(partition.name));
  }
  await run(`INSERT INTO "${name}" SELECT * FROM "${whole}"`);
  const [counted] = await run(
    `SELECT (SELECT COUNT(*) FROM "${name}") = (SELECT COUNT(*) FROM "${whole}") AS "isEqual"`,
  );
  if (counted?.isEqual !== true) throw new Error(`Not every row of ${name} reached a partition.`);

  // Indices are built after the rows are inserted, which costs less than maintaining them.
  for (const { name: constraint, definition } of keys.constraints) {
    await run(`ALTER TABLE "${name}" ADD CONSTRAINT "${constraint}" ${withKey(definition, key)}`);
  }
  for (const { definition } of keys.indices) await run(definition);
  await run(`DROP TABLE "${whole}"`);
  await run(`ANALYZE "${name}"`);
}

async function dropReferences(run: Run, { table, referring = [] }: MonthlyTable): Promise<void> {
  const references = await run(
    `SELECT c.relname AS "table", k.conname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.contype = 'f' AND k.confrelid = to_regclass(quote_ident($1))
      AND k.conrelid = ANY (SELECT to_regclass(quote_ident(n)) FROM unnest($2::text[]) n)`,
    [table.name, referring.map(({ name }) => name)],
  );
  for (const { table: from, name } of references) await run(`ALTER TABLE "${from}" DROP CONSTRAINT "${name}"`);
}

/** A unique key of a partitioned table must include the partition key. */
function withKey(definition: string, key: string): string {
  const [, kind, columns, rest] = /^(PRIMARY KEY|UNIQUE) \(([^)]+)\)(.*)$/.exec(definition) ?? [];
  if (columns === undefined || columns.split(', ').includes(key.replaceAll('"', ''))) return definition;
  return `${kind} (${columns}, ${key})${rest}`;
}

/** Names of objects that depend on the table `t.oid` and would be lost, refused or changed. */
const BUILT_ON = [
  'SELECT conname AS name FROM pg_constraint WHERE confrelid = t.oid',
  "SELECT conname FROM pg_constraint WHERE conrelid = t.oid AND (contype = 'x' OR contype = 'u' AND NOT conname = ANY ($2))",
  'SELECT tgname FROM pg_trigger WHERE tgrelid = t.oid AND NOT tgisinternal',
  'SELECT polname FROM pg_policy WHERE polrelid = t.oid',
  // A rule of the table by its own name, a view's rule by the view's.
  `SELECT CASE r.ev_class WHEN t.oid THEN r.rulename ELSE v.relname END FROM pg_depend d
    JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid`,
  'SELECT p.pubname FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid WHERE r.prrelid = t.oid',
  'SELECT stxname FROM pg_statistic_ext WHERE stxrelid = t.oid',
  `SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = t.oid AND i.indisunique
    AND NOT c.relname = ANY ($2) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)`,
  "SELECT 'grants on ' || attname FROM pg_attribute WHERE attrelid = t.oid AND attacl IS NOT NULL",
  "SELECT 'row level security' FROM pg_class WHERE oid = t.oid AND (relrowsecurity OR relforcerowsecurity)",
].join(' UNION ');

/** Objects of others cannot be carried over, because their purpose is unknown. */
async function assertNobodyBuiltOn(run: Run, table: StoredTable): Promise<void> {
  const { name } = table;
  const { uniques = [], indices = [] } = table.schema('postgres').options;
  const ours = [...uniques, ...indices].map((key) => key.name);
  const found = await run(
    `SELECT b.name::text FROM (SELECT to_regclass(quote_ident($1)) AS oid) t, LATERAL (${BUILT_ON}) b ORDER BY 1`,
    [name, ours],
  );
  if (found.length === 0) return;
  const names = found.map((row) => String(row.name));
  throw stateConflict(
    `${name} has what is not Shaon's and would be lost or in the way; take it away first: ${names.join(', ')}.`,
    { names },
  );
}

async function readKeys(run: Run, table: string): Promise<Keys> {
  const read = (text: string) => run(text, [table]);
  const constraints = await read(
    `SELECT conname AS name, contype AS kind, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = to_regclass(quote_ident($1)) AND contype IN ('p', 'u', 'f') ORDER BY contype = 'f', conname`,
  );
  const indices = await read(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass(quote_ident($1))
      AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid) ORDER BY c.relname`,
  );
  const [sequence] = await read(`SELECT pg_get_serial_sequence(quote_ident($1), 'id') AS name`);
  return {
    constraints: constraints as never,
    indices: indices as never,
    grants: await readGrants(run, table),
    sequence: String(sequence?.name),
  };
}
