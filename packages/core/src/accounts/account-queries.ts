import type { AccountActor, LoginRole } from '../actor.ts';
import { flag, instant } from '../database/columns.ts';
import type { AllCompanies, CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import type { RawRow } from '../database/sql.ts';
import { isPossibleId } from '../input/possible-id.ts';
import type { Locale } from '../locale.ts';
import { type LoginRow, loginTable } from './login.ts';

/** A log-in as the web interface lists it. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: LoginRole;
  /** The staff row, or null. */
  readonly employeeId: number | null;
  /** False until an access link or a welcome message was used. */
  readonly hasPassword: boolean;
  readonly mustChangePassword: boolean;
  readonly blockedUntil: Date | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
}

export function accountOf(row: LoginRow): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    employeeId: row.employeeId,
    hasPassword: row.passwordHash !== null,
    mustChangePassword: row.mustChangePassword,
    blockedUntil: row.blockedUntil,
    disabledAt: row.disabledAt,
    createdAt: row.createdAt,
  };
}

export function actorOf(row: Pick<LoginRow, 'id' | 'companyId' | 'role' | 'name' | 'employeeId'>): AccountActor {
  return {
    kind: 'account',
    companyId: row.companyId,
    loginId: row.id,
    role: row.role,
    name: row.name,
    employeeId: row.employeeId,
  };
}

/** By the one name space of e-mail addresses, before a company is known (D:W10). */
export async function findLoginByEmail(all: AllCompanies, emailKey: string): Promise<LoginRow | null> {
  return (await all.find(loginTable, { emailKey }))[0] ?? null;
}

/** The stored row, locked until the transaction ends. */
export async function lockLogin(scope: CompanyScope, id: number): Promise<LoginRow | null> {
  if (!isPossibleId(id)) return null;
  const text = `SELECT ${loginTable.selection(scope.dialect)} FROM "shaon_login" WHERE company_id = $1 AND id = $2 ${DIFFERENCES[scope.dialect].forUpdate}`;
  const [row] = await scope.rows(text, [id]);
  return row === undefined ? null : loginTable.fromDatabase(row);
}

/**
 * Ids of the admins who can sign in now, locked until the transaction ends: two admins who disable one another at the
 * same time wait here.
 */
export async function lockActiveAdmins(scope: CompanyScope): Promise<number[]> {
  const rows = await scope.rows(
    `SELECT id FROM "shaon_login" WHERE company_id = $1 AND role = 'admin' AND disabled_at IS NULL AND password_hash IS NOT NULL
      ORDER BY id ${DIFFERENCES[scope.dialect].forUpdate}`,
  );
  return rows.map((row) => Number(row.id));
}

/** Accounts by id: those of admins and managers (`managing`), or those of employees too. */
export async function listAccounts(scope: CompanyScope, whose: 'managing' | 'everybody'): Promise<Account[]> {
  const which = whose === 'everybody' ? '' : `AND role IN ('admin', 'manager')`;
  const text = `SELECT ${loginTable.selection(scope.dialect)} FROM "shaon_login" WHERE company_id = $1 ${which} ORDER BY id`;
  return (await scope.rows(text)).map((row) => accountOf(loginTable.fromDatabase(row)));
}

/** A session as authentication finds it. */
export interface PresentedSession {
  readonly sessionId: number;
  readonly actor: AccountActor;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly mustChangePassword: boolean;
  readonly locale: Locale;
}

const FIND_SESSION = `SELECT s.id AS session_id, s.created_at, s.last_seen_at, s.expires_at, l.id, l.company_id, l.role, l.name,
  l.employee_id, l.must_change_password, COALESCE(l.locale, c.locale) AS locale
  FROM "shaon_session" s
  JOIN "shaon_login" l ON l.company_id = s.company_id AND l.id = s.login_id
  JOIN "shaon_company" c ON c.id = s.company_id
  WHERE s.digest = $1 AND s.ended_at IS NULL AND l.disabled_at IS NULL`;

/** By the unique digest index, on every request: an ended session is at its end everywhere at once. */
export async function findSession(all: AllCompanies, digest: string): Promise<PresentedSession | null> {
  const [row] = await all.rows(FIND_SESSION, [digest]);
  return row === undefined ? null : toSession(row);
}

function toSession(row: RawRow): PresentedSession {
  return {
    sessionId: Number(row.session_id),
    actor: actorOf({
      id: Number(row.id),
      companyId: Number(row.company_id),
      role: row.role as LoginRole,
      name: String(row.name),
      employeeId: row.employee_id === null ? null : Number(row.employee_id),
    }),
    createdAt: instant.fromDatabase(row.created_at),
    lastSeenAt: instant.fromDatabase(row.last_seen_at),
    expiresAt: instant.fromDatabase(row.expires_at),
    mustChangePassword: flag.fromDatabase(row.must_change_password),
    locale: row.locale === 'en' ? 'en' : 'he',
  };
}

/** Ends the sessions of a log-in, but for one that may go on; gives their number. */
export async function endSessions(
  scope: CompanyScope,
  loginId: number,
  now: Date,
  exceptSessionId: number | null = null,
): Promise<number> {
  const rows = await scope.rows(
    `UPDATE "shaon_session" SET ended_at = $3 WHERE company_id = $1 AND login_id = $2 AND ended_at IS NULL AND id <> $4 RETURNING id`,
    [loginId, now, isPossibleId(exceptSessionId) ? exceptSessionId : 0],
  );
  return rows.length;
}
