import { type AccountActor, type Origin, type SignedInPerson, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { orNotFound } from '../errors.ts';
import { emailKey } from '../input/contact-fields.ts';
import type { ServiceParts } from '../service-parts.ts';
import { DAY_MS } from '../time/durations.ts';
import { findLoginByEmail, readLogin } from './account-queries.ts';
import { refusalOf, stillFits, wrongSecret } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import { verifyPassword } from './password.ts';
import { isPossiblePassword } from './password-rules.ts';
import { sessionTable } from './session.ts';
import { lockOpenSession } from './session-service.ts';
import { signInRefused } from './sign-in-rules.ts';
import { type Asked, type SignedIn, type SignInWrites, signedInPerson } from './sign-in-writes.ts';
import { unknownBlockedUntil } from './unknown-sign-in.ts';

export interface SignIn {
  /**
   * Checks a password and opens a session. Throws `not_authenticated`, the same and after the same time for every
   * reason: unknown address, wrong password, disabled or frozen, without a password, too many failures. After five
   * failures with one address, known or not, `details.blockedUntil` says how long to wait. Failures count until six
   * hours pass without one, or until the person has a new password.
   */
  signIn(credentials: { readonly email: string; readonly password: string }, origin?: Origin): Promise<SignedIn>;
  /**
   * For an embedding product's own log-in: the person of a password, or null. Refuses frozen and disabled people,
   * counts failures like `signIn`, and opens no session.
   */
  verify(email: string, password: string, origin?: Origin): Promise<SignedInPerson | null>;
  /**
   * Checks again the password of a person at an open session, before a page shows a secret or changes what protects the
   * account; `authenticate` then returns the time as `confirmedAt`. A wrong password counts
   * and is audited as a failed sign-in, and while the account must wait, a right one fails too. Throws `invalid_input`
   * on `password`, `not_found` for a session that is not the person's own or has ended. Accepts no caller's
   * transaction, because the password is hashed before the write.
   */
  confirmPassword(actor: AccountActor, sessionId: number, password: string, origin?: Origin): Promise<void>;
}

/** Whether a password belongs to a log-in; a wrong one counts as a failure and is audited as a refused sign-in. */
export type PasswordFits = (login: LoginRow, password: unknown, origin?: Origin) => Promise<boolean>;

interface Checked {
  readonly login: LoginRow | null;
  readonly blockedUntil: Date | null;
}

/** A product may verify a password on each of its requests, so its sign-ins are noted once a day. */
const NOTED_MS = DAY_MS;

const isNoted = ({ lastSignInAt }: LoginRow, now: Date): boolean =>
  lastSignInAt !== null && Math.abs(now.getTime() - lastSignInAt.getTime()) < NOTED_MS;

export function createSignIn(
  { database, audit, clock }: ServiceParts,
  writes: SignInWrites,
): SignIn & {
  readonly passwordFits: PasswordFits;
} {
  /** The log-in of this password, or until when its address must wait. */
  async function check(email: unknown, password: unknown, origin: Origin): Promise<Checked> {
    const key = typeof email === 'string' ? emailKey(email) : null;
    const all = database.allCompanies();
    const login = key === null ? null : await findLoginByEmail(all, key);
    // Read for every address, so that an unknown one takes as long as a known one.
    const unknownUntil = key === null ? null : await unknownBlockedUntil(all, key);
    return checkPassword({ login, key, until: login === null ? unknownUntil : login.blockedUntil }, password, origin);
  }

  async function passwordFits(login: LoginRow, password: unknown, origin: Origin = {}): Promise<boolean> {
    return (await checkPassword({ login, key: null, until: login.blockedUntil }, password, origin)).login !== null;
  }

  /** The slow hash runs outside every transaction. */
  async function checkPassword(asked: Asked, password: unknown, origin: Origin): Promise<Checked> {
    const { login } = asked;
    const refusal = refusalOf(login, clock.now());
    const hash = refusal === null ? (login?.passwordHash ?? null) : null;
    const fits = await verifyPassword(hash, isPossiblePassword(password) ? password : '', origin.ip);
    if (fits) return { login, blockedUntil: null };
    return { login: null, blockedUntil: await writes.noteFailure(asked, refusal ?? 'password', origin) };
  }

  /** Checks again, and writes only when there is something to note, because a product calls it at every log-in. */
  async function acceptVerified(login: LoginRow): Promise<LoginRow | null> {
    const row = await database.scope(systemActor(login.companyId)).findOne(loginTable, { id: login.id });
    if (!stillFits(row, login, clock.now())) return null;
    if (isNoted(row, clock.now())) return row;
    return writes.noteVerified(login);
  }

  return {
    passwordFits,

    async signIn(credentials, origin = {}) {
      const { login, blockedUntil: until } = await check(credentials.email, credentials.password, origin);
      if (login === null) throw signInRefused(until, clock.now());
      const opened = await writes.open(login, origin);
      if (opened !== null) return opened;
      // Answered like a wrong password at the same moment; otherwise many attempts at once would show which was right.
      throw signInRefused(await writes.noteFailure({ login, key: null, until: null }, 'blocked', origin), clock.now());
    },

    async verify(email, password, origin = {}) {
      const { login } = await check(email, password, origin);
      const row = login === null ? null : await acceptVerified(login);
      return row === null ? null : signedInPerson(database.scope(systemActor(row.companyId)), row);
    },

    async confirmPassword(actor, sessionId, password, origin = {}) {
      const login = await readLogin(database.scopeBeforeWrite(actor, {}), actor.loginId);
      if (!(await passwordFits(login, password, origin))) throw wrongSecret('password');
      await database.write(actor, 'accounts.confirmPassword', {}, async (company) => {
        const row = await company.lockOne(loginTable, login.id);
        const now = clock.now();
        if (!stillFits(row, login, now)) throw wrongSecret('password');
        const session = orNotFound(await lockOpenSession(company, actor.loginId, sessionId), 'session');
        await company.update(sessionTable, session, { confirmedAt: now });
        await auditAct(audit, company, actor, 'session.confirm', { session_id: session.id });
      });
    },
  };
}
