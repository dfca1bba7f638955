import { ShaonError } from '../errors.ts';
import type { RawRow } from './sql.ts';

/**
 * Refuses a table of another role, even if this role may use it: a table made beside it or in its place belongs to this
 * role, and a sequence must have the same owner as its table. Throws `state_conflict`.
 */
export async function assertTableOwner(
  run: (text: string, values?: readonly unknown[]) => Promise<RawRow[]>,
  table: string,
): Promise<void> {
  const [found] = await run(
    `SELECT pg_get_userbyid(relowner) AS owner, current_user AS role FROM pg_class
      WHERE oid = to_regclass(quote_ident($1))`,
    [table],
  );
  if (found?.owner === found?.role) return;
  const owner = String(found?.owner);
  throw new ShaonError('state_conflict', `${table} belongs to the role ${owner}. Convert it as that role.`, {
    names: [owner],
  });
}
