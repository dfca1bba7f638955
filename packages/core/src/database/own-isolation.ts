import type { DataSource, QueryRunner } from 'typeorm';

/** What `startTransaction` takes; undefined for the default of the connection. */
type OwnIsolation = 'READ COMMITTED' | undefined;

const known = new WeakMap<DataSource, Promise<OwnIsolation>>();

/**
 * The isolation level that our transactions must ask for. They wait for a row's lock and then read what the other
 * transaction has committed, which PostgreSQL refuses at a stricter level. A role, a database or a host's DataSource may
 * have a stricter default. It is looked up once, because asking for a level costs each transaction a statement.
 */
export function ownIsolation(runner: QueryRunner): Promise<OwnIsolation> {
  // TypeORM 1 also calls it `dataSource`; TypeORM 0.3 has only this name.
  const source = runner.connection;
  const before = known.get(source);
  if (before !== undefined) return before;
  const level = lookUp(runner, source);
  known.set(source, level);
  level.catch(() => known.delete(source));
  return level;
}

async function lookUp(runner: QueryRunner, { options }: DataSource): Promise<OwnIsolation> {
  if ('isolationLevel' in options && options.isolationLevel !== undefined) return 'READ COMMITTED';
  const [row] = await runner.query("SELECT current_setting('default_transaction_isolation') AS level");
  return row?.level === 'read committed' ? undefined : 'READ COMMITTED';
}
