import { Secret, TOTP } from 'otpauth';
import type { Origin } from '../actor.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { ShaonError } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import type { WriteParts } from '../service-parts.ts';
import { type LoginRow, loginTable } from './login.ts';
import { isRecoveryCode, markCodeUsed } from './recovery-codes.ts';
import { sessionTable } from './session.ts';
import { lockOpenSession, sessionEntry } from './session-service.ts';
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

/** The form that every authenticator app supports: six digits, SHA-1, a new code every 30 seconds (RFC 6238). */
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** 160 bits, as long as the hash (RFC 4226, part 4). */
const SECRET_BYTES = 20;
/** Codes of the previous and the next 30 seconds are accepted too: phones' clocks differ, and typing takes time. */
const WINDOW = 1;
/** Five minutes, by which the clocks of processes may differ. */
const STEPS_AHEAD = 10;

const CODE_FORM = new RegExp(`^\\d{${DIGITS}}$`);

/** A new secret, in base32 for apps. */
export function makeCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The time step of a code, counted from 1970; null for a wrong code. A code of `lastStep` or earlier is wrong, because
 * each code is accepted once: nobody can reuse a code that they saw (RFC 6238, part 5.2). A `lastStep` far
 * ahead was accepted by a clock that has been set back since, and does not count.
 */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  const digits = code.replace(/\s/g, '');
  if (!CODE_FORM.test(digits)) return null;
  const delta = totp(secret).validate({ token: digits, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return null;
  const present = Math.floor(now.getTime() / (PERIOD_SECONDS * 1_000));
  const isUsed = lastStep !== null && present + delta <= lastStep && lastStep <= present + STEPS_AHEAD;
  return isUsed ? null : present + delta;
}

/** The `otpauth:` address of a secret, which apps read from a QR code; `issuer` and `account` are shown in the app. */
export function codeAddress(secret: string, account: string, issuer: string): string {
  return totp(secret, { issuer, label: account }).toString();
}

function totp(secret: string, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
}
