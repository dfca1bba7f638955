import type { LoginRole } from '../actor.ts';
import { flag, generatedId, instant, integer, text, word } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable, type Table } from '../database/table.ts';

const columns = {
  id: generatedId,
  companyId: integer,
  /** The person's name for an admin without a staff row; else the employee's own counts. */
  name: text,
  /** By `emailKey`, made in code: databases disagree about lower-casing. */
  emailKey: text,
  email: text,
  role: word<LoginRole>(),
  employeeId: integer.nullable,
  /** Null until a set-up link or a welcome message gave one. */
  passwordHash: text.nullable,
  mustChangePassword: flag,
  failedAttempts: integer,
  blockedUntil: instant.nullable,
  disabledAt: instant.nullable,
  locale: text.nullable,
  /** The secret of the person's code app, encrypted by the key ring; null without one. */
  secondFactor: text.nullable,
  /** When its first code confirmed it: sign-ins ask for a code since. Null before. */
  secondFactorAt: instant.nullable,
  /** The step of time of the last code that was taken: no code is taken twice. */
  secondFactorStep: integer.nullable,
  /** Null until the person has signed in. */
  lastSignInAt: instant.nullable,
  createdAt: instant,
  updatedAt: instant,
};

/** One log-in of an admin, a manager or an employee; together they are the one e-mail name space (D:W10). */
export type LoginRow = RowOf<typeof columns>;

/** The columns of a log-in that was never used. */
export const UNUSED_LOGIN = {
  failedAttempts: 0,
  blockedUntil: null,
  disabledAt: null,
  locale: null,
  secondFactor: null,
  secondFactorAt: null,
  secondFactorStep: null,
  lastSignInAt: null,
} as const satisfies Partial<LoginRow>;

/** Employees who may sign in but never have. */
const NOT_SIGNED_IN = '"last_sign_in_at" IS NULL AND "disabled_at" IS NULL AND "employee_id" IS NOT NULL';

export const loginTable: Table<LoginRow> = defineTable<LoginRow>({
  name: 'shaon_login',
  entity: 'ShaonLogin',
  columns,
  uniques: [['companyId', 'id'], ['emailKey'], ['companyId', 'employeeId']],
  indices: [{ columns: ['companyId', 'employeeId'], where: NOT_SIGNED_IN }],
  owner: { companyId: 'ShaonCompany' },
  references: { employeeId: 'ShaonEmployee' },
  checks: { role: `"role" IN ('admin', 'manager', 'employee')` },
});
