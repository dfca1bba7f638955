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
  createdAt: Date;
  updatedAt: Date;
}

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
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id'], ['emailKey'], ['companyId', 'employeeId']],
  owner: { companyId: 'ShaonCompany' },
  references: { employeeId: 'ShaonEmployee' },
  checks: { role: `"role" IN ('admin', 'manager', 'employee')` },
});
