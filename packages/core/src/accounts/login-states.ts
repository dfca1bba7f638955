import type { LoginRole } from '../actor.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { isPossibleId } from '../possible-id.ts';
import { type LoginRow, loginTable } from './login.ts';

/** Whether and how an employee can sign in. */
export interface LoginState {
  readonly employeeId: number;
  /** The account's id, for `accounts.makeLink`. */
  readonly loginId: number;
  readonly role: LoginRole;
  /** False until a welcome message or an access link sets one, as for imported people. */
  readonly hasPassword: boolean;
  /** True while the password is the one from a message. */
  readonly mustChangePassword: boolean;
  /** Null until they have signed in. */
  readonly lastSignInAt: Date | null;
  /** Until then sign-ins are refused after too many failures; null or past if they are not. */
  readonly blockedUntil: Date | null;
  /** When they were frozen; null while they may sign in. */
  readonly disabledAt: Date | null;
}

/** Ids of employees who may sign in but never have, from an index of only these. */
export const notSignedIn = companySql`SELECT l.employee_id FROM ${loginTable} l
  WHERE l.last_sign_in_at IS NULL AND l.disabled_at IS NULL AND l.employee_id IS NOT NULL`;

/** The log-ins of some employees, by employee id. */
export async function loginStates(scope: CompanyScope, employeeIds: readonly number[]): Promise<LoginState[]> {
  const rows = await scope.rows(
    companySql`SELECT ${loginTable.selection(scope.dialect)} FROM ${loginTable} l
      WHERE l.employee_id ${DIFFERENCES[scope.dialect].inList('$2')} ORDER BY l.employee_id`,
    [employeeIds.filter((id) => isPossibleId(id))],
  );
  return rows.map((row) => toState(loginTable.fromDatabase(row)));
}

function toState(login: LoginRow): LoginState {
  const { id, employeeId, role, passwordHash, mustChangePassword, lastSignInAt, blockedUntil, disabledAt } = login;
  return {
    employeeId: employeeId as number,
    loginId: id,
    role,
    hasPassword: passwordHash !== null,
    mustChangePassword,
    lastSignInAt,
    blockedUntil,
    disabledAt,
  };
}
