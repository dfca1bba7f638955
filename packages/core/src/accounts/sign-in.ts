import { type SignedInPerson, systemActor } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { AllCompanies } from '../database/all-companies.ts';
import type { CompanyScope, CompanyTransaction } from '../database/company-scope.ts';
import type { Locked } from '../database/locked-row.ts';
import { everyCompanySql } from '../database/statement.ts';
import { emailKey } from '../input/email-field.ts';
import type { ServiceParts } from '../service-parts.ts';
import { DAY_MS } from '../time/durations.ts';
import { findLoginByEmail, personOf } from './account-queries.ts';
import { refusalOf, stillFits } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import type { Origin } from './origin.ts';
import { verifyPassword } from './password.ts';
import { isPossiblePassword } from './password-rules.ts';
import { sessionEntry } from './session-audit.ts';
import { type NewSession, openSession } from './session-service.ts';
import {
  blockedUntil,
  forgottenBy,
  incrementedFailuresSql,
  latestWaitEnd,
  mayTrySql,
  mustWait,
  signInRefused,
} from './sign-in-rules.ts';
import { countUnknownSignIn, unknownBlockedUntil } from './unknown-sign-in.ts';

/** A session after a right password, and its person. */
export type SignedIn = NewSession & SignedInPerson;

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
}

/** Whether a password belongs to a log-in; a wrong one counts as a failure and is audited as a refused sign-in. */
export type PasswordFits = (login: LoginRow, password: unknown, origin?: Origin) => Promise<boolean>;

/** Why a sign-in was refused; only for the audit. */
type Refusal = NonNullable<ReturnType<typeof refusalOf>> | 'password';

/** An attempt during a waiting time is not counted, also if the wait began after the first check. */
const INCREMENTED_FAILURES = incrementedFailuresSql({ failures: 'failed_attempts', until: 'blocked_until' }, '$4');
const COUNT_FAILURE = everyCompanySql`UPDATE ${loginTable}
  SET failed_attempts = ${INCREMENTED_FAILURES}
  WHERE id = $1 AND company_id = $2 AND ${mayTrySql('blocked_until', '$3', '$5')} RETURNING failed_attempts`;
const BLOCK_LOGIN = everyCompanySql`UPDATE ${loginTable} SET blocked_until = $3 WHERE id = $1 AND company_id = $2`;

/** An attempt: its account, its address, and until when that must wait. */
interface Asked {
  readonly login: LoginRow | null;
  /** The key of the address that was entered; null if none was. */
  readonly key: string | null;
  readonly until: Date | null;
}

interface Checked {
  readonly login: LoginRow | null;
  readonly blockedUntil: Date | null;
}

async function countFailure(
  all: AllCompanies,
  login: LoginRow | null,
  key: string | null,
  now: Date,
): Promise<Date | null> {
  if (login === null) return key === null ? null : countUnknownSignIn(all, key, now);
  const { id, companyId } = login;
  const [counted] = await all.rows(COUNT_FAILURE, [id, companyId, now, forgottenBy(now), latestWaitEnd(now)]);
  if (counted === undefined) return (await all.find(loginTable, { companyId, id }))[0]?.blockedUntil ?? null;
  const until = blockedUntil(Number(counted.failed_attempts), now);
  await all.rows(BLOCK_LOGIN, [id, companyId, until]);
  return until;
}

/** A product may verify a password on each of its requests, so its sign-ins are noted once a day. */
const NOTED_MS = DAY_MS;

const isNoted = ({ lastSignInAt }: LoginRow, now: Date): boolean =>
  lastSignInAt !== null && Math.abs(now.getTime() - lastSignInAt.getTime()) < NOTED_MS;

export function createSignIn({ database, audit, clock }: ServiceParts): SignIn & {
  readonly passwordFits: PasswordFits;
} {
  /** The log-in of this password, or until when its address must wait. */
  async function check(email: unknown, password: unknown, origin: Origin): Promise<Checked> {
    const key = typeof email === 'string' ? emailKey(email) : null;
    const all = database.readAllCompanies();
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
    return { login: null, blockedUntil: await noteFailure(asked, refusal ?? 'password', origin) };
  }

  /**
   * Writes one commit for every refusal, so that an unknown address takes as long as a known one. Returns until when
   * the address must wait; attempts during the wait do not extend it.
   */
  async function noteFailure({ login, key, until }: Asked, refusal: Refusal, origin: Origin): Promise<Date | null> {
    const now = clock.now();
    const isWaiting = mustWait(until, now);
    return database.writeAllCompanies('accounts.noteFailure', {}, async (all, manager) => {
      const blocked = isWaiting ? until : await countFailure(all, login, key, now);
      await audit.write(manager, sessionEntry('session.refused', login, origin, { reason: refusal }));
      return blocked;
    });
  }

  /** Checks again under lock; returns null after a freeze, a new password or a block in the meantime. */
  async function accept(company: CompanyTransaction, login: LoginRow): Promise<Locked<LoginRow> | null> {
    const row = await company.lockOne(loginTable, login.id);
    return stillFits(row, login, clock.now()) ? row : null;
  }

  /** Like `accept`, but writes only when there is something to note, because a product calls it at every log-in. */
  async function acceptVerified(login: LoginRow): Promise<LoginRow | null> {
    const system = systemActor(login.companyId);
    const row = await database.read(system).findOne(loginTable, { id: login.id });
    if (!stillFits(row, login, clock.now())) return null;
    if (isNoted(row, clock.now())) return row;
    return database.write(system, 'accounts.verify', {}, async (company) => {
      const accepted = await accept(company, login);
      return accepted === null ? null : company.update(loginTable, accepted, { lastSignInAt: clock.now() });
    });
  }

  async function signedIn(scope: CompanyScope, row: LoginRow): Promise<SignedInPerson> {
    const isRequiredOfAdmins = row.role === 'admin' && (await readCompany(scope)).secondFactorSince !== null;
    return personOf(row, { isProved: false, isRequiredOfAdmins });
  }

  return {
    passwordFits,

    async signIn(credentials, origin = {}) {
      const { login, blockedUntil: until } = await check(credentials.email, credentials.password, origin);
      if (login === null) throw signInRefused(until, clock.now());
      const opened = await database.write(systemActor(login.companyId), 'accounts.signIn', {}, async (company) => {
        const row = await accept(company, login);
        if (row === null) return null;
        const session = await openSession(company, row, origin, clock.now());
        const facts = { session_id: session.sessionId };
        await audit.write(company.manager, sessionEntry('session.start', login, origin, facts));
        return { ...session, ...(await signedIn(company, row)) };
      });
      if (opened !== null) return opened;
      // Answered like a wrong password at the same moment; otherwise many attempts at once would show which was right.
      throw signInRefused(await noteFailure({ login, key: null, until: null }, 'blocked', origin), clock.now());
    },

    async verify(email, password, origin = {}) {
      const { login } = await check(email, password, origin);
      const row = login === null ? null : await acceptVerified(login);
      return row === null ? null : signedIn(database.read(systemActor(row.companyId)), row);
    },
  };
}
