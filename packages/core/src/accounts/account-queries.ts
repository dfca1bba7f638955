import type { Origin } from '../actor.ts';
import {
  type AccountActor,
  assertActor,
  type LoginRole,
  type SecondFactorActor,
  type SessionActor,
  type SignedInPerson,
  type SystemActor,
  systemActor,
} from '../actor.ts';
import { companyTable } from '../companies/company.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import { flag, instant } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type EveryCompanySql, everyCompanySql, updateOf } from '../database/sql/statement.ts';
import { orNotFound, ShaonError } from '../errors.ts';
import { type Locale, localeOf } from '../locale.ts';
import { isPossibleId } from '../possible-id.ts';
import { signInFirst } from '../unfinished-sign-in.ts';
import { type LoginRow, loginTable } from './login.ts';
import { sessionTable } from './session.ts';

/** A log-in, for lists of the web interface. */
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
  /** Until when sign-ins are refused after too many failures; null or in the past if they are not refused. */
  readonly blockedUntil: Date | null;
  readonly disabledAt: Date | null;
  /** Since when a sign-in requires a code of the person's app; null without a second factor. */
  readonly secondFactorSince: Date | null;
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
    secondFactorSince: row.secondFactorAt,
    createdAt: row.createdAt,
  };
}

export function actorOf(
  row: Pick<LoginRow, 'id' | 'companyId' | 'role' | 'name' | 'employeeId'>,
  origin?: Origin,
): AccountActor {
  return {
    ...(origin !== undefined && { origin }),
    kind: 'account',
    companyId: row.companyId,
    loginId: row.id,
    role: row.role,
    name: row.name,
    employeeId: row.employeeId,
  };
}

/**
 * The actor for acts of a person on their own account, which may happen before their sign-in is complete. The acts
 * check the person's row themselves, so such a person acts as the system.
 */
export function ownScope(actor: SessionActor): AccountActor | SystemActor {
  assertActor(actor);
  return actor.kind === 'account' ? actor : systemActor(actor.companyId);
}

/**
 * The actor for acts of a person on their second factor. Throws `not_permitted` for a person with the password from a
 * message, who may only change it, if a caller without type checks passes them (D:A15).
 */
export function secondFactorScope(actor: AccountActor | SecondFactorActor): AccountActor | SystemActor {
  assertActor(actor);
  if (actor.kind !== 'account' && actor.kind !== 'second_factor') throw signInFirst(actor);
  return ownScope(actor);
}

/**
 * The person of a log-in. With the password from a message they may only change it (D:A15). Before they prove their
 * second factor they may only prove it. If the company requires one of its admins, an admin without one may only set
 * one up.
 */
export function personOf(
  row: Pick<LoginRow, 'id' | 'companyId' | 'role' | 'name' | 'employeeId' | 'mustChangePassword' | 'secondFactorAt'>,
  factor: { readonly isProved: boolean; readonly isRequiredOfAdmins: boolean },
): SignedInPerson {
  const { id: loginId, companyId, name } = row;
  if (row.mustChangePassword) {
    return { mustChangePassword: true, actor: { kind: 'password_change', companyId, loginId, name } };
  }
  const must = missingFactor(row, factor);
  const actor = must === null ? actorOf(row) : { kind: 'second_factor' as const, must, companyId, loginId, name };
  return { mustChangePassword: false, actor };
}

function missingFactor(
  { role, secondFactorAt }: Pick<LoginRow, 'role' | 'secondFactorAt'>,
  factor: { readonly isProved: boolean; readonly isRequiredOfAdmins: boolean },
): SecondFactorActor['must'] | null {
  if (secondFactorAt !== null) return factor.isProved ? null : 'code';
  return role === 'admin' && factor.isRequiredOfAdmins ? 'enrol' : null;
}

/** E-mail addresses are unique across companies, so this works before a company is known (D:W10). */
export async function findLoginByEmail(all: AllCompanies, emailKey: string): Promise<LoginRow | null> {
  return (await all.find(loginTable, { emailKey }))[0] ?? null;
}

/** A person's current log-in. Throws `not_found`. */
export async function readLogin(scope: CompanyScope, id: number): Promise<LoginRow> {
  return orNotFound(await scope.findOne(loginTable, { id }), 'account');
}

/** Like `readLogin`, for a person's own account. Throws `not_authenticated` for a disabled account. */
export async function readOwnLogin(scope: CompanyScope, id: number): Promise<LoginRow> {
  return assertEnabled(await readLogin(scope, id));
}

/** Like `readLogin`, but locks the row until the transaction ends. */
export async function lockLogin(company: CompanyTransaction, id: number): Promise<Locked<LoginRow>> {
  return orNotFound(await company.lockOne(loginTable, id), 'account');
}

/** Like `lockLogin`, for a person's own password or factors. Throws `not_authenticated` for a disabled account. */
export async function lockOwnLogin(company: CompanyTransaction, id: number): Promise<Locked<LoginRow>> {
  return assertEnabled(await lockLogin(company, id));
}

function assertEnabled<Row extends LoginRow>(login: Row): Row {
  if (login.disabledAt === null) return login;
  throw new ShaonError('not_authenticated', 'This account was disabled.', { loginId: login.id });
}

/** The log-in of an employee, locked until the transaction ends. */
export async function lockLoginOfEmployee(
  company: CompanyTransaction,
  employeeId: number,
): Promise<Locked<LoginRow> | null> {
  return (await company.lockAll(loginTable, { employeeId }))[0] ?? null;
}

/** A session and its person, as authentication reads them. */
interface PresentedSession {
  readonly sessionId: number;
  readonly person: SignedInPerson;
  readonly role: LoginRole;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly confirmedAt: Date;
  readonly locale: Locale;
  readonly ownLocale: Locale | null;
}

function findSessionStatement(dialect: Dialect): EveryCompanySql {
  const instants = ['s.created_at', 's.last_seen_at', 's.expires_at', 's.confirmed_at', 'l.second_factor_at']
    .map((column) => `${DIFFERENCES[dialect].instantAsMs(column)} AS ${column.slice(2)}`)
    .join(', ');
  return everyCompanySql`SELECT s.id AS session_id, ${instants}, l.id, l.company_id, l.role, l.name, l.employee_id,
    l.must_change_password, l.locale AS own_locale, c.locale AS company_locale,
    CASE WHEN s.second_factor_at IS NULL THEN 0 ELSE 1 END AS is_proved,
    CASE WHEN c.second_factor_since IS NULL THEN 0 ELSE 1 END AS is_required
    FROM ${sessionTable} s
    JOIN ${loginTable} l ON l.company_id = s.company_id AND l.id = s.login_id
    JOIN ${companyTable} c ON c.id = s.company_id
    WHERE s.digest = $1 AND s.ended_at IS NULL AND l.disabled_at IS NULL`;
}

const FIND_SESSION = eachDialect(findSessionStatement);

/** Looked up by the unique digest on every request, so that an ended session ends in all processes at once. */
export async function findSession(all: AllCompanies, digest: string): Promise<PresentedSession | null> {
  const [row] = await all.run(FIND_SESSION[all.dialect], [digest]);
  return row === undefined ? null : toSession(row);
}

function toSession(row: RawRow): PresentedSession {
  const role = row.role as LoginRole;
  const createdAt = instant.fromDatabase(row.created_at);
  const ownLocale = row.own_locale === null ? null : localeOf(row.own_locale);
  return {
    sessionId: Number(row.session_id),
    person: personOf(
      {
        id: Number(row.id),
        companyId: Number(row.company_id),
        role,
        name: String(row.name),
        employeeId: row.employee_id === null ? null : Number(row.employee_id),
        mustChangePassword: flag.fromDatabase(row.must_change_password),
        secondFactorAt: instant.nullable.fromDatabase(row.second_factor_at),
      },
      { isProved: flag.fromDatabase(row.is_proved), isRequiredOfAdmins: flag.fromDatabase(row.is_required) },
    ),
    role,
    createdAt,
    lastSeenAt: instant.fromDatabase(row.last_seen_at),
    expiresAt: instant.fromDatabase(row.expires_at),
    confirmedAt: instant.nullable.fromDatabase(row.confirmed_at) ?? createdAt,
    locale: ownLocale ?? localeOf(row.company_locale),
    ownLocale,
  };
}

const END_SESSIONS = updateOf(sessionTable, {
  set: 'ended_at = $3',
  where: 'login_id = $2 AND ended_at IS NULL AND id <> $4',
  returning: 'id',
});

/** Ends the sessions of a log-in, except `exceptSessionId`; returns how many ended. */
export async function endSessions(
  company: CompanyTransaction,
  loginId: number,
  now: Date,
  exceptSessionId: number | null = null,
): Promise<number> {
  const except = isPossibleId(exceptSessionId, sessionTable.maxId) ? exceptSessionId : 0;
  return (await company.change(END_SESSIONS, [loginId, now, except])).length;
}
