import { type Origin, type SignedInPerson, systemActor } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import type { WriteParts } from '../service-parts.ts';
import { personOf } from './account-queries.ts';
import { type refusalOf, stillFits } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import { type NewSession, openSession, sessionEntry } from './session-service.ts';
import {
  blockedUntil,
  forgottenBy,
  incrementedFailuresSql,
  latestWaitEnd,
  mayTrySql,
  mustWait,
} from './sign-in-rules.ts';
import { countUnknownSignIn } from './unknown-sign-in.ts';

/** A session after a right password, and its person. */
export type SignedIn = NewSession & SignedInPerson;

/** Why a sign-in was refused; only for the audit. */
type Refusal = NonNullable<ReturnType<typeof refusalOf>> | 'password';

/** An attempt: its account, its address, and until when that must wait. */
export interface Asked {
  readonly login: LoginRow | null;
  /** The key of the address that was entered; null if none was. */
  readonly key: string | null;
  readonly until: Date | null;
}

/** What a sign-in writes after the password was checked. */
export interface SignInWrites {
  /**
   * Writes one commit for every refusal, so that an unknown address takes as long as a known one. Returns until when
   * the address must wait; attempts during the wait do not extend it.
   */
  noteFailure(asked: Asked, refusal: Refusal, origin: Origin): Promise<Date | null>;
  /** Opens a session; null after a freeze, a new password or a block in the meantime. */
  open(login: LoginRow, origin: Origin): Promise<SignedIn | null>;
  /** Notes the sign-in of a verified password; null like `open`. */
  noteVerified(login: LoginRow): Promise<LoginRow | null>;
}

/** An attempt during a waiting time is not counted, also if the wait began after the first check. */
const INCREMENTED_FAILURES = incrementedFailuresSql({ failures: 'failed_attempts', until: 'blocked_until' }, '$4');
const COUNT_FAILURE = everyCompanySql`UPDATE ${loginTable}
  SET failed_attempts = ${INCREMENTED_FAILURES}
  WHERE id = $1 AND company_id = $2 AND ${mayTrySql('blocked_until', '$3', '$5')} RETURNING failed_attempts`;
const BLOCK_LOGIN = everyCompanySql`UPDATE ${loginTable} SET blocked_until = $3 WHERE id = $1 AND company_id = $2`;

async function countFailure(
  all: AllCompanies,
  login: LoginRow | null,
  key: string | null,
  now: Date,
): Promise<Date | null> {
  if (login === null) return key === null ? null : countUnknownSignIn(all, key, now);
  const { id, companyId } = login;
  const [counted] = await all.run(COUNT_FAILURE, [id, companyId, now, forgottenBy(now), latestWaitEnd(now)]);
  if (counted === undefined) return (await all.find(loginTable, { companyId, id }))[0]?.blockedUntil ?? null;
  const until = blockedUntil(Number(counted.failed_attempts), now);
  await all.run(BLOCK_LOGIN, [id, companyId, until]);
  return until;
}

export function createSignInWrites({ database, audit, clock }: WriteParts): SignInWrites {
  /** Checks again under lock; returns null after a freeze, a new password or a block in the meantime. */
  async function accept(company: CompanyTransaction, login: LoginRow): Promise<Locked<LoginRow> | null> {
    const row = await company.lockOne(loginTable, login.id);
    return stillFits(row, login, clock.now()) ? row : null;
  }

  return {
    async noteFailure({ login, key, until }, refusal, origin) {
      const now = clock.now();
      const isWaiting = mustWait(until, now);
      return database.writeAllCompanies('accounts.noteFailure', {}, async (all, manager) => {
        const blocked = isWaiting ? until : await countFailure(all, login, key, now);
        await audit.write(manager, sessionEntry('session.refused', login, origin, { reason: refusal }));
        return blocked;
      });
    },

    open(login, origin) {
      return database.write(systemActor(login.companyId), 'accounts.signIn', {}, async (company) => {
        const row = await accept(company, login);
        if (row === null) return null;
        const session = await openSession(company, row, origin, clock.now());
        const facts = { session_id: session.sessionId };
        await audit.write(company.manager, sessionEntry('session.start', login, origin, facts));
        return { ...session, ...(await signedInPerson(company, row)) };
      });
    },

    noteVerified(login) {
      return database.write(systemActor(login.companyId), 'accounts.verify', {}, async (company) => {
        const accepted = await accept(company, login);
        return accepted === null ? null : company.update(loginTable, accepted, { lastSignInAt: clock.now() });
      });
    },
  };
}

/** The person of a log-in who has given their password. */
export async function signedInPerson(scope: CompanyScope, row: LoginRow): Promise<SignedInPerson> {
  const isRequiredOfAdmins = row.role === 'admin' && (await readCompany(scope)).secondFactorSince !== null;
  return personOf(row, { isProved: false, isRequiredOfAdmins });
}
