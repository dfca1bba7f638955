import type { LoginRole } from '../actor.ts';
import { flag, generatedId, instant, integer, text, word } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** One log-in of an admin, a manager or an employee; together they are the one e-mail name space (D:W10). */
export interface LoginRow {
  id: number;
  companyId: number;
  /** The person's name for an admin without a staff row; else the employee's own counts. */
  name: string;
  /** By `emailKey`, made in code: databases disagree about lower-casing. */
  emailKey: string;
  email: string;
  role: LoginRole;
  employeeId: number | null;
  /** Null until a set-up link or a welcome message gave one. */
  passwordHash: string | null;
  mustChangePassword: boolean;
  failedAttempts: number;
  blockedUntil: Date | null;
  disabledAt: Date | null;
  locale: string | null;
  /** The secret of the person's code app, encrypted by the key ring; null without one. */
  secondFactor: string | null;
  /** When its first code confirmed it: sign-ins ask for a code since. Null before. */
  secondFactorAt: Date | null;
  /** The step of time of the last code that was taken: no code is taken twice. */
  secondFactorStep: number | null;
  /** Null until the person has signed in. */
  lastSignInAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What a log-in has that nobody has used yet. */
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

/** Staff who may sign in and have not yet. */
const NOT_SIGNED_IN = '"last_sign_in_at" IS NULL AND "disabled_at" IS NULL AND "employee_id" IS NOT NULL';

export const loginTable: Table<LoginRow> = defineTable<LoginRow>({
  name: 'shaon_login',
  entity: 'ShaonLogin',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    emailKey: text,
    email: text,
    role: word<LoginRole>(),
    employeeId: integer.nullable,
    passwordHash: text.nullable,
    mustChangePassword: flag,
    failedAttempts: integer,
    blockedUntil: instant.nullable,
    disabledAt: instant.nullable,
    locale: text.nullable,
    secondFactor: text.nullable,
    secondFactorAt: instant.nullable,
    secondFactorStep: integer.nullable,
    lastSignInAt: instant.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id'], ['emailKey'], ['companyId', 'employeeId']],
  indices: [{ columns: ['companyId', 'employeeId'], where: NOT_SIGNED_IN }],
  owner: { companyId: 'ShaonCompany' },
  references: { employeeId: 'ShaonEmployee' },
  checks: { role: `"role" IN ('admin', 'manager', 'employee')` },
});
