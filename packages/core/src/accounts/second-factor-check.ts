import type { Origin } from '../actor.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { ShaonError } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import type { WriteParts } from '../service-parts.ts';
import { type LoginRow, loginTable } from './login.ts';
import { stepOfCode } from './one-time-codes.ts';
import { isRecoveryCode, markCodeUsed } from './recovery-codes.ts';
import { sessionTable } from './session.ts';
import { sessionEntry } from './session-audit.ts';
import { lockOpenSession } from './session-service.ts';
import { blockedUntil, incrementedFailures, mustWait } from './sign-in-rules.ts';

/** Where a code comes from. */
export interface CodeContext {
  /** The person's session, which then counts as proved; absent for a product with sessions of its own. */
  readonly sessionId?: number | undefined;
  readonly origin?: Origin | undefined;
}

/** How a person has proved themselves. */
type AcceptedCode = 'code' | 'recovery_code';

/** The key ring's purpose for the secrets of second factors; each is bound to its log-in. */
const SECOND_FACTOR_PURPOSE = 'second_factor';

const contextOf = (companyId: number, loginId: number): string => `shaon_login:${companyId}:${loginId}`;

export const encryptedSecondFactors: EncryptedColumn = {
  name: 'second factors',
  table: loginTable,
  column: 'second_factor',
  contextColumns: ['company_id'],
  purpose: SECOND_FACTOR_PURPOSE,
  context: (row) => contextOf(Number(row.company_id), Number(row.id)),
};

export function encryptSecondFactor(keys: KeyRing, login: Pick<LoginRow, 'id' | 'companyId'>, secret: string): string {
  return keys.encrypt(SECOND_FACTOR_PURPOSE, contextOf(login.companyId, login.id), secret);
}

/** The secret of a log-in; null without one. */
export function openSecondFactor(keys: KeyRing, login: LoginRow): string | null {
  if (login.secondFactor === null) return null;
  return keys.decrypt(SECOND_FACTOR_PURPOSE, contextOf(login.companyId, login.id), login.secondFactor).toString();
}

/** Checks codes of log-ins; failures count together with those of the password. */
export interface SecondFactorCheck {
  /**
   * The kind of a code for a locked log-in; null for a wrong code. A right code is marked as used; a wrong one counts
   * and audits a failure. So the transaction must commit either way, and the caller throws `wrongSecret` after it.
   */
  accept(
    company: CompanyTransaction,
    login: Locked<LoginRow>,
    code: unknown,
    origin: Origin | undefined,
  ): Promise<AcceptedCode | null>;
}

export function createSecondFactorCheck({
  audit,
  clock,
  keys,
}: Pick<WriteParts, 'audit' | 'clock'> & { readonly keys: KeyRing }): SecondFactorCheck {
  async function checkCode(
    company: CompanyTransaction,
    login: Locked<LoginRow>,
    code: string,
  ): Promise<AcceptedCode | null> {
    const now = clock.now();
    // Recovery codes exist only after the enrolment is confirmed, so before that a code is the app's.
    if (isRecoveryCode(code)) {
      return (await markCodeUsed(company, login.id, code, now)) ? 'recovery_code' : null;
    }
    const secret = openSecondFactor(keys, login);
    const step = secret === null ? null : stepOfCode(secret, code, now, login.secondFactorStep);
    if (step === null) return null;
    await company.update(loginTable, login, { secondFactorStep: step });
    return 'code';
  }

  return {
    async accept(company, login, code, origin = {}) {
      const now = clock.now();
      const blocked = mustWait(login.blockedUntil, now);
      const accepted = blocked || typeof code !== 'string' ? null : await checkCode(company, login, code);
      if (accepted !== null) return accepted;
      if (!blocked) {
        const failedAttempts = incrementedFailures(login, now);
        await company.update(loginTable, login, { failedAttempts, blockedUntil: blockedUntil(failedAttempts, now) });
      }
      const facts = { reason: blocked ? 'blocked' : 'code' };
      await audit.write(company.manager, sessionEntry('session.refused', login, origin, facts));
      return null;
    },
  };
}

/** Marks a session as having proved the second factor. */
export async function noteProof(
  company: CompanyTransaction,
  loginId: number,
  sessionId: number | undefined,
  now: Date,
): Promise<void> {
  if (sessionId === undefined) return;
  const session = await lockOpenSession(company, loginId, sessionId);
  if (session === null) throw new ShaonError('not_authenticated', 'This session has ended.', { loginId });
  await company.update(sessionTable, session, { secondFactorAt: now });
}
