import { stateConflict } from '../../errors.ts';
import type { CoreLog } from '../../log.ts';
import type { DatabaseConnection } from '../dialect.ts';
import { withMigrator } from '../migrate.ts';
import { type RawRow, rowsOf } from '../sql.ts';
import { everyCompanySql } from '../statement.ts';

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

/**
 * Refuses a table of another role, even if this role may use it: a table made beside it or in its place belongs to this
 * role, and a sequence must have the same owner as its table. Throws `state_conflict`.
 */
export async function assertTableOwner(run: Run, table: string): Promise<void> {
  const [found] = await run(
    `SELECT pg_get_userbyid(relowner) AS owner, current_user AS role FROM pg_class
      WHERE oid = to_regclass(quote_ident($1))`,
    [table],
  );
  if (found?.owner === found?.role) return;
  const owner = String(found?.owner);
  throw stateConflict(`${table} belongs to the role ${owner}. Convert it as that role.`, {
    names: [owner],
  });
}

/**
 * The grants of the table `$1` to roles other than its owner: `privilege`, `grantee` (null for everybody) and `option`.
 * A partition needs its own grants, which apply when it is read or dropped directly.
 */
export const GRANTS = everyCompanySql`SELECT a.privilege_type AS privilege,
    CASE a.grantee WHEN 0 THEN NULL ELSE pg_get_userbyid(a.grantee) END AS grantee,
    CASE WHEN a.is_grantable THEN 'WITH GRANT OPTION' ELSE '' END AS option
  FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = to_regclass(quote_ident($1)) AND a.grantee <> c.relowner`;

/**
 * The table's grants, each as a function that writes the same one for another table.
 *
 * @param instead the privileges to grant for one
 */
export async function readGrants(
  run: Run,
  table: string,
  instead: (privilege: string) => string = (privilege) => privilege,
): Promise<((table: string) => string)[]> {
  return (await run(GRANTS.text, [table])).map(({ privilege, grantee, option }) => {
    const role = grantee === null ? 'PUBLIC' : `"${String(grantee).replaceAll('"', '""')}"`;
    return (to) => `GRANT ${instead(String(privilege))} ON "${to}" TO ${role} ${option}`;
  });
}
