import type { CoreLog } from '../../log.ts';
import type { DatabaseConnection } from '../dialect.ts';
import { withMigrator } from '../migrate.ts';
import { type RawRow, rowsOf } from '../sql.ts';

export type Run = (text: string, values?: readonly unknown[]) => Promise<RawRow[]>;

/** Changes the schema in one transaction, so that a failed or interrupted change leaves the schema as it was. */
export function convertSchema<T>(
  connection: DatabaseConnection,
  log: CoreLog,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  return withMigrator(connection, log, {}, (dataSource) =>
    dataSource.transaction((manager) =>
      work(async (text, values = []) => rowsOf(await manager.query(text, [...values]))),
    ),
  );
}
