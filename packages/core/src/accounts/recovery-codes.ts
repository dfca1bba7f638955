import { randomInt } from 'node:crypto';
import { generatedId, instant, integer, text } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { companySql, deleteOf } from '../database/sql/statement.ts';
import { defineTable } from '../database/sql/table.ts';
import { digestOf } from './random-secret.ts';

/** A code for use without the person's phone; each works once. Only its digest is stored. */
export const recoveryCodeTable = defineTable({
  name: 'shaon_recovery_code',
  columns: {
    id: generatedId,
    companyId: integer,
    loginId: integer,
    digest: text,
    createdAt: instant,
    usedAt: instant.nullable,
  },
  uniques: [['companyId', 'loginId', 'digest']],
  references: { loginId: 'shaon_login' },
});

/** Without characters that look alike, as in generated passwords; some 78 bits, so a plain digest is strong enough. */
const ALPHABET = 'abcdefghjkmnpqrtuvwxyz2346789';
const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
const CODE_FORM = new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`);

const DELETE_CODES = deleteOf(recoveryCodeTable, { where: 'login_id = $2' });
const COUNT_UNUSED = companySql`SELECT COUNT(*) AS total FROM ${recoveryCodeTable} r
  WHERE r.login_id = $2 AND r.used_at IS NULL`;

/** Replaces a locked log-in's codes by ten new ones and returns them: `abcd-efgh-jkmn-pqrt`. */
export async function renewCodes(company: CompanyTransaction, loginId: number, now: Date): Promise<string[]> {
  await endCodes(company, loginId);
  const codes = Array.from({ length: CODES }, makeCode);
  for (const code of codes) {
    await company.append(recoveryCodeTable, { loginId, digest: digestOf(plain(code)), createdAt: now, usedAt: null });
  }
  return codes;
}

/** Marks a locked log-in's code as used; false if it is not one of its unused codes. */
export async function markCodeUsed(
  company: CompanyTransaction,
  loginId: number,
  given: string,
  now: Date,
): Promise<boolean> {
  const [code] = await company.lockAll(recoveryCodeTable, { loginId, digest: digestOf(plain(given)), usedAt: null });
  if (code === undefined) return false;
  await company.update(recoveryCodeTable, code, { usedAt: now });
  return true;
}

export async function endCodes(company: CompanyTransaction, loginId: number): Promise<void> {
  await company.change(DELETE_CODES, [loginId]);
}

export async function countCodes(scope: CompanyScope, loginId: number): Promise<number> {
  const [row] = await scope.rows(COUNT_UNUSED, [loginId]);
  return Number(row?.total);
}

/** Whether a text has the form of a recovery code, in any grouping and any case. */
export function isRecoveryCode(given: string): boolean {
  return CODE_FORM.test(plain(given));
}

function makeCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');
