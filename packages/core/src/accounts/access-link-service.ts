import { type Actor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { notFound, ShaonError } from '../errors.ts';
import { authorize } from '../permissions.ts';
import type { Clock } from '../time/clock.ts';
import { type AccessLinkRow, accessLinkTable } from './access-link.ts';
import { actorOf, endSessions, lockLogin } from './account-queries.ts';
import { assertEnabled } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import { hashPassword } from './password.ts';
import { assertPasswordAllowed } from './password-rules.ts';
import { makeSecret, secretDigest } from './random-secret.ts';

/** A link's secret, given this once: the caller puts it into an address of its own pages. */
export interface NewAccessLink {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Whom a link is for, to be shown on the page where he sets his password. */
export interface OpenAccessLink {
  readonly name: string;
  readonly email: string;
  readonly expiresAt: Date;
}

export interface AccessLinks {
  /**
   * Makes a one-time link by which a person sets a new password; earlier ones of his end. Throws `not_found`,
   * `state_conflict` when the account is disabled.
   */
  makeLink(actor: Actor, accountId: number, options?: WriteOptions): Promise<NewAccessLink>;
  /** Whom a link is for, or null when it is unknown, used, expired, or its account disabled. */
  openLink(secret: string): Promise<OpenAccessLink | null>;
  /**
   * Sets the password, uses the link up, and ends the sessions of the account. Once only, also when two come at a
   * time. Throws `not_authenticated` for a link that `openLink` gives null for, `invalid_input` on `password`; a
   * refused password leaves the link usable.
   */
  useLink(secret: string, password: string): Promise<void>;
}

/** A weekend may lie between the invitation and its use. */
const LINK_LIFE_MS = 72 * 3_600_000;

/** Makes a link within the transaction of its cause. */
export async function insertAccessLink(
  company: CompanyTransaction,
  loginId: number,
  now: Date,
): Promise<NewAccessLink> {
  const secret = makeSecret();
  const expiresAt = new Date(now.getTime() + LINK_LIFE_MS);
  await endLinks(company, loginId, now);
  await company.insert(accessLinkTable, {
    loginId,
    digest: secretDigest(secret) as string,
    createdAt: now,
    expiresAt,
    usedAt: null,
  });
  return { secret, expiresAt };
}

/** The links of a log-in are of no use any more: a newer one was made, or the password was set. */
export async function endLinks(company: CompanyTransaction, loginId: number, now: Date): Promise<void> {
  await company.rows(
    'UPDATE "shaon_access_link" SET used_at = $3 WHERE company_id = $1 AND login_id = $2 AND used_at IS NULL',
    [loginId, now],
  );
}

export function createAccessLinks(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): AccessLinks {
  const { database, audit, clock } = parts;

  async function find(secret: string): Promise<{ link: AccessLinkRow; login: LoginRow } | null> {
    const digest = secretDigest(secret);
    if (digest === null) return null;
    const all = database.readAllCompanies();
    const [link] = await all.find(accessLinkTable, { digest });
    if (link === undefined || link.usedAt !== null || link.expiresAt <= clock.now()) return null;
    const [login] = await all.find(loginTable, { companyId: link.companyId, id: link.loginId });
    return login === undefined || login.disabledAt !== null ? null : { link, login };
  }

  return {
    async makeLink(actor, accountId, options = {}) {
      authorize(actor, 'accounts.manage');
      return database.write(actor, 'accounts.makeLink', options, async (company) => {
        const login = await lockLogin(company, accountId);
        if (login === null) throw notFound('account');
        assertEnabled(login);
        const link = await insertAccessLink(company, login.id, clock.now());
        await auditAct(audit, company, actor, 'account.make_link', { login_id: login.id });
        return link;
      });
    },

    async openLink(secret) {
      const found = await find(secret);
      if (found === null) return null;
      return { name: found.login.name, email: found.login.email, expiresAt: found.link.expiresAt };
    },

    async useLink(secret, password) {
      const found = await find(secret);
      if (found === null) throw linkRefused();
      const { link, login } = found;
      assertPasswordAllowed(password, login.email);
      const passwordHash = await hashPassword(password);
      await database.write(systemActor(link.companyId), 'accounts.useLink', {}, async (company) => {
        const row = await lockLogin(company, login.id);
        if (row === null || row.disabledAt !== null) throw linkRefused();
        const now = clock.now();
        // The one statement that decides who was first.
        const used = await company.rows(
          'UPDATE "shaon_access_link" SET used_at = $3 WHERE company_id = $1 AND id = $2 AND used_at IS NULL RETURNING id',
          [link.id, now],
        );
        if (used.length === 0) throw linkRefused();
        await company.update(loginTable, login.id, {
          passwordHash,
          mustChangePassword: false,
          failedAttempts: 0,
          blockedUntil: null,
          updatedAt: now,
        });
        await endLinks(company, login.id, now);
        await endSessions(company, login.id, now);
        await auditAct(audit, company, actorOf(row), 'account.use_link', { login_id: login.id });
      });
    },
  };
}

function linkRefused(): ShaonError {
  return new ShaonError('not_authenticated', 'This link was used already or is too old: ask for a new one.');
}
