import type { LoginRole } from '../actor.ts';
import { flag, generatedId, instant, integer, text, word } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

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
  toldBy: null,
  notTold: null,
} as const satisfies Partial<LoginRow>;

/** Employees who may sign in but never have. */
const NOT_SIGNED_IN = '"last_sign_in_at" IS NULL AND "disabled_at" IS NULL AND "employee_id" IS NOT NULL';

export const loginTable = defineTable({
  name: 'shaon_login',
  people: 'login',
  columns: {
    id: generatedId,
    companyId: integer,
    /** The name of an admin without a staff row; otherwise the employee's name is used. */
    name: text,
    /** Made by `emailKey` in code, because databases lower-case differently. */
    emailKey: text,
    email: text,
    role: word<LoginRole>(),
    employeeId: integer.nullable,
    /** Null until an access link or a welcome message sets it. */
    passwordHash: text.nullable,
    mustChangePassword: flag,
    failedAttempts: integer,
    blockedUntil: instant.nullable,
    disabledAt: instant.nullable,
    locale: text.nullable,
    /** The secret of the person's code app, encrypted by the key ring; null without one. */
    secondFactor: text.nullable,
    /** When the first code confirmed the secret; from then on sign-ins require a code. Null before. */
    secondFactorAt: instant.nullable,
    /** The time step of the last accepted code, because no code is accepted twice. */
    secondFactorStep: integer.nullable,
    /** Null until the person has signed in. */
    lastSignInAt: instant.nullable,
    /** How notices reach the person; null by e-mail. */
    toldBy: word<'sms' | 'none'>().nullable,
    /** The kinds of notices that they do not want, separated by one space; null for none. */
    notTold: text.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id'], ['emailKey'], ['companyId', 'employeeId']],
  indices: [{ columns: ['companyId', 'employeeId'], where: NOT_SIGNED_IN }],
  refersToCompany: true,
  references: { employeeId: 'shaon_employee' },
  checks: { role: `"role" IN ('admin', 'manager', 'employee')` },
});

/** A log-in of an admin, manager or employee. E-mail addresses are unique over all log-ins (D:W10). */
export type LoginRow = RowOf<typeof loginTable>;
