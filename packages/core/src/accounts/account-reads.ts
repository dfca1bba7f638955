import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { longReading } from '../database/readings/reading.ts';
import { flag, instant } from '../database/sql/columns.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { orNotFound } from '../errors.ts';
import { managerLimitTable } from '../organization/manager-limit.ts';
import { assertPossibleId, isPossibleId } from '../possible-id.ts';
import type { ReadParts } from '../service-parts.ts';
import { accessLinkTable, latestLinkExpiry } from './access-link.ts';
import { type Account, accountOf } from './account-queries.ts';
import { type LoginRow, loginTable } from './login.ts';

/** An admin's view of their company's accounts. */
export interface AccountReads {
  /** Admins and managers by id; with `everybody` also the employees' log-ins. */
  list(actor: Actor, filter?: { readonly everybody?: boolean }): Promise<ListedAccount[]>;
  /** Throws `not_found` for an unknown or foreign id. */
  get(actor: Actor, id: number): Promise<ListedAccount>;
  /** The names of these log-ins and of these employees, by id; omits unknown and foreign ids. */
  names(actor: Actor, of: NamedAccounts): Promise<AccountName[]>;
}

export function createAccountReads({ database, clock }: ReadParts): AccountReads {
  return {
    async list(actor, filter = {}) {
      authorize(actor, 'accounts.manage');
      return listAccounts(
        database.scope(actor, longReading('accounts.list')),
        (filter.everybody ?? false) ? 'everybody' : 'managing',
        clock.now(),
      );
    },

    async get(actor, id) {
      authorize(actor, 'accounts.manage');
      assertPossibleId(id, 'account');
      const [account] = await listAccounts(database.scope(actor), { id }, clock.now());
      return orNotFound(account, 'account');
    },

    async names(actor, of) {
      authorize(actor, 'accounts.manage');
      return accountNames(database.scope(actor), of);
    },
  };
}

/**
 * How an account can be entered: `active` by a password, `invited` by an open link, `without_link` by neither until
 * somebody makes a link or sends a welcome message, `disabled` not at all.
 */
export type AccountState = 'active' | 'invited' | 'without_link' | 'disabled';

/** An account with the details of a list of accounts. */
export interface ListedAccount extends Account {
  readonly state: AccountState;
  /** When an open link to set a password expires; null without one. */
  readonly linkExpiresAt: Date | null;
  /** Null until the person has signed in. */
  readonly lastSignInAt: Date | null;
  /** Whether it is a manager's who sees only the people of some departments or branches (D:A110). */
  readonly isLimited: boolean;
}

/** Accounts by id: of admins and managers (`managing`), of everybody, or the one with an id. */
export async function listAccounts(
  scope: CompanyScope,
  which: 'managing' | 'everybody' | { readonly id: number },
  now: Date,
): Promise<ListedAccount[]> {
  const [where, values] =
    typeof which === 'object'
      ? (['l.id = $2', [which.id]] as const)
      : ([which === 'everybody' ? '1 = 1' : `l.role IN ('admin', 'manager')`, []] as const);
  const statement = companySql`SELECT ${loginTable.selection(scope.dialect)}, l.role = 'manager' AND
    EXISTS (SELECT 1 FROM ${managerLimitTable} m WHERE m.login_id = l.id) AS is_limited
    FROM ${loginTable} l WHERE ${where} ORDER BY l.id`;
  const rows = await scope.rows(statement, values);
  const links = await openLinks(scope, now);
  return rows.map((row) => {
    const login = loginTable.fromDatabase(row);
    const link = login.disabledAt === null ? (links.get(login.id) ?? null) : null;
    return { ...listedAccount(login, link), isLimited: flag.fromDatabase(row.is_limited) };
  });
}

/** The name of a log-in, and the employee whose it is. */
export interface AccountName {
  readonly id: number;
  readonly name: string;
  /** Null for an admin who is no employee. */
  readonly employeeId: number | null;
}

/** Which names are asked for. */
export interface NamedAccounts {
  readonly ids: readonly number[];
  readonly employeeIds: readonly number[];
}

const NAMES = eachDialect((dialect) => {
  const { inList } = DIFFERENCES[dialect];
  return companySql`SELECT l.id, l.name, l.employee_id FROM ${loginTable} l
    WHERE l.id ${inList('$2')} OR l.employee_id ${inList('$3')} ORDER BY l.id`;
});

export async function accountNames(scope: CompanyScope, { ids, employeeIds }: NamedAccounts): Promise<AccountName[]> {
  const asked = [ids, employeeIds].map((list) => list.filter((id) => isPossibleId(id)));
  const rows = await scope.rows(NAMES[scope.dialect], asked);
  return rows.map(({ id, name, employee_id }) => ({
    id: Number(id),
    name: String(name),
    employeeId: employee_id === null ? null : Number(employee_id),
  }));
}

/** When the open links of the company's log-ins expire; there are few at a time. */
async function openLinks(scope: CompanyScope, now: Date): Promise<Map<number, Date>> {
  const until = DIFFERENCES[scope.dialect].instantAsMs('MAX(k.expires_at)');
  const rows = await scope.rows(
    companySql`SELECT k.login_id, ${until} AS expires_at FROM ${accessLinkTable} k
      WHERE k.used_at IS NULL AND k.expires_at > $2 AND k.expires_at <= $3 GROUP BY k.login_id`,
    [now, latestLinkExpiry(now)],
  );
  return new Map(rows.map((row) => [Number(row.login_id), instant.fromDatabase(row.expires_at)]));
}

function listedAccount(login: LoginRow, linkExpiresAt: Date | null): Omit<ListedAccount, 'isLimited'> {
  return { ...accountOf(login), state: stateOf(login, linkExpiresAt), linkExpiresAt, lastSignInAt: login.lastSignInAt };
}

function stateOf({ disabledAt, passwordHash }: LoginRow, linkExpiresAt: Date | null): AccountState {
  if (disabledAt !== null) return 'disabled';
  if (passwordHash !== null) return 'active';
  return linkExpiresAt === null ? 'without_link' : 'invited';
}
