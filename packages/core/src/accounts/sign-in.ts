import { type SignedInPerson, systemActor } from '../actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Database } from '../database/database.ts';
import { everyCompanySql } from '../database/statement.ts';
import { isShaonError } from '../errors.ts';
import { emailKey } from '../input/email-field.ts';
import type { Clock } from '../time/clock.ts';
import { findLoginByEmail, personOf } from './account-queries.ts';
import { type LoginRow, loginTable } from './login.ts';
import type { Origin } from './origin.ts';
import { verifyPassword } from './password.ts';
import { isPossiblePassword } from './password-rules.ts';
import { type NewSession, openSession } from './session-service.ts';
import { blockedUntil, signInRefused } from './sign-in-rules.ts';

/** A session after a right password, and who it is. */
export type SignedIn = NewSession & SignedInPerson;

export interface SignIn {
  /**
   * Checks a password and opens a session. Throws `not_authenticated`, the same and after the same time for every
   * reason: unknown address, wrong password, disabled or frozen, without a password, too many failures.
   */
  signIn(credentials: { readonly email: string; readonly password: string }, origin?: Origin): Promise<SignedIn>;
  /**
   * For an embedding product's own log-in: whose password this is, or null. Refuses frozen and disabled people, counts
   * failures as `signIn` does, and opens no session.
   */
  verify(email: string, password: string, origin?: Origin): Promise<SignedInPerson | null>;
}

/** Why a sign-in was refused, for the audit alone. */
type Refusal = 'unknown' | 'disabled' | 'blocked' | 'password';

const COUNT_FAILURE = everyCompanySql`UPDATE ${loginTable} SET failed_attempts = failed_attempts + 1 WHERE id = $1
  RETURNING failed_attempts`;
const BLOCK_LOGIN = everyCompanySql`UPDATE ${loginTable} SET blocked_until = $2 WHERE id = $1`;

export function createSignIn(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): SignIn & { readonly passwordFits: (login: LoginRow, password: unknown, origin?: Origin) => Promise<boolean> } {
  const { database, audit, clock } = parts;

  /** The log-in whose password this is, or null. The slow hash is outside every transaction. */
  async function check(email: unknown, password: unknown, origin: Origin): Promise<LoginRow | null> {
    const login =
      typeof email === 'string' ? await findLoginByEmail(database.readAllCompanies(), emailKey(email)) : null;
    return (await passwordFits(login, password, origin)) ? login : null;
  }

  async function passwordFits(login: LoginRow | null, password: unknown, origin: Origin = {}): Promise<boolean> {
    const refusal = refusalOf(login);
    const hash = refusal === null ? (login?.passwordHash ?? null) : null;
    const fits = await verifyPassword(hash, isPossiblePassword(password) ? password : '');
    if (fits) return true;
    await noteFailure(login, refusal ?? 'password', origin);
    return false;
  }

  function refusalOf(login: LoginRow | null): Refusal | null {
    if (login === null) return 'unknown';
    if (login.disabledAt !== null) return 'disabled';
    return isBlocked(login) ? 'blocked' : null;
  }

  function isBlocked(login: LoginRow): boolean {
    return login.blockedUntil !== null && login.blockedUntil > clock.now();
  }

  /** One commit for every refusal, so that an unknown address takes as long as a known one. */
  async function noteFailure(login: LoginRow | null, refusal: Refusal, origin: Origin): Promise<void> {
    await database.writeAllCompanies('accounts.noteFailure', {}, async (all, manager) => {
      if (login !== null && refusal === 'password') {
        const [counted] = await all.rows(COUNT_FAILURE, [login.id]);
        await all.rows(BLOCK_LOGIN, [login.id, blockedUntil(Number(counted?.failed_attempts), clock.now())]);
      }
      await audit.write(manager, {
        kind: 'admin',
        action: 'session.refused',
        companyId: login?.companyId ?? null,
        loginId: login?.id ?? null,
        caller: login?.name ?? null,
        ip: origin.ip ?? null,
        detail: JSON.stringify({ reason: refusal }),
      });
    });
  }

  /** Looks again, under lock: a freeze, a new password or a block of the meantime counts. */
  async function accept(company: CompanyTransaction, login: LoginRow): Promise<LoginRow> {
    const row = await company.lockOne(loginTable, login.id);
    if (row === null || !stillFits(row, login)) throw signInRefused();
    if (row.failedAttempts > 0) await company.update(loginTable, row, { failedAttempts: 0, blockedUntil: null });
    return row;
  }

  const stillFits = (row: LoginRow, login: LoginRow): boolean =>
    refusalOf(row) === null && row.passwordHash === login.passwordHash;

  /** As `accept`, but a write only where there are failures to forget: a product asks on each of its log-ins. */
  async function acceptVerified(login: LoginRow): Promise<LoginRow | null> {
    const system = systemActor(login.companyId);
    const row = await database.read(system).findOne(loginTable, { id: login.id });
    if (row === null || !stillFits(row, login)) return null;
    if (row.failedAttempts === 0) return row;
    try {
      return await database.write(system, 'accounts.verify', {}, (company) => accept(company, login));
    } catch (error) {
      if (isShaonError(error, 'not_authenticated')) return null;
      throw error;
    }
  }

  return {
    passwordFits,

    async signIn(credentials, origin = {}) {
      const login = await check(credentials.email, credentials.password, origin);
      if (login === null) throw signInRefused();
      return database.write(systemActor(login.companyId), 'accounts.signIn', {}, async (company) => {
        const row = await accept(company, login);
        const session = await openSession(company, row, origin, clock.now());
        await audit.write(company.manager, {
          kind: 'admin',
          action: 'session.start',
          companyId: login.companyId,
          loginId: login.id,
          caller: login.name,
          ip: origin.ip ?? null,
          detail: JSON.stringify({ session_id: session.sessionId }),
        });
        return { ...session, ...personOf(row) };
      });
    },

    async verify(email, password, origin = {}) {
      const login = await check(email, password, origin);
      const row = login === null ? null : await acceptVerified(login);
      return row === null ? null : personOf(row);
    },
  };
}
