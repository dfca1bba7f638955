import { authorize } from '../abilities-and-roles.ts';
import { type Actor, type Origin, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { type CompanyRow, companyTable } from '../companies/company.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { updateOf } from '../database/sql/statement.ts';
import { ShaonError } from '../errors.ts';
import { type Locale, localeOf } from '../locale.ts';
import { cancelUnsentOfLogin } from '../messages/message-queries.ts';
import type { ServiceParts, WriteParts } from '../service-parts.ts';
import { ACCESS_LINK_LIFE_MS, type AccessLinkRow, accessLinkTable, isOpenLink } from './access-link.ts';
import { actorOf, endSessions, lockLogin } from './account-queries.ts';
import { assertEnabled, newPassword } from './account-rules.ts';
import { type LoginRow, loginTable } from './login.ts';
import { hashPassword } from './password.ts';
import { mailPasswordChanged, type PasswordMailParts } from './password-mails.ts';
import { assertPasswordAllowed, assertPasswordStrong } from './password-rules.ts';
import { makeSecret, secretDigest } from './random-secret.ts';

/** A link's secret, returned only here: the caller puts it into an address of its own pages. */
export interface NewAccessLink {
  readonly secret: string;
  readonly expiresAt: Date;
}

export interface AccessLinks {
  /**
   * Makes a one-time link by which a person sets a new password; their earlier links become invalid. Throws
   * `not_found`, `state_conflict` if the account is disabled.
   */
  makeLink(actor: Actor, accountId: number, options?: WriteOptions): Promise<NewAccessLink>;
}

/** Makes a link within the caller's transaction. */
export async function insertAccessLink(
  company: CompanyTransaction,
  loginId: number,
  now: Date,
): Promise<NewAccessLink> {
  const secret = makeSecret();
  const expiresAt = new Date(now.getTime() + ACCESS_LINK_LIFE_MS);
  await endLinks(company, loginId, now);
  await company.append(accessLinkTable, {
    loginId,
    digest: secretDigest(secret) as string,
    createdAt: now,
    expiresAt,
    usedAt: null,
  });
  return { secret, expiresAt };
}

const END_LINKS = updateOf(accessLinkTable, { set: 'used_at = $3', where: 'login_id = $2 AND used_at IS NULL' });

/** Makes a log-in's links invalid, after a newer one was made or the password was set. */
export async function endLinks(company: CompanyTransaction, loginId: number, now: Date): Promise<void> {
  await company.change(END_LINKS, [loginId, now]);
}

/** Ends a log-in's links and its unsent messages: nobody who reads its address until now is to get in by it (D:A123). */
export async function endMailed(company: CompanyTransaction, loginId: number, now: Date): Promise<void> {
  await endLinks(company, loginId, now);
  await cancelUnsentOfLogin(company, loginId, now);
}

export function createAccessLinks({ database, audit, clock }: WriteParts): AccessLinks {
  return {
    async makeLink(actor, accountId, options = {}) {
      authorize(actor, 'accounts.manage');
      return database.write(actor, 'accounts.makeLink', options, async (company) => {
        const login = await lockLogin(company, accountId);
        assertEnabled(login);
        const link = await insertAccessLink(company, login.id, clock.now());
        await auditAct(audit, company, actor, 'account.make_link', { login_id: login.id });
        return link;
      });
    },
  };
}

/** The person that a link is for, for the page where they set their password. */
export interface OpenAccessLink {
  readonly name: string;
  readonly email: string;
  readonly expiresAt: Date;
  /** The language that they chose by `setLocale`; null if they use the company's. */
  readonly ownLocale: Locale | null;
  /** The company of the account, its language, and the zone in which they see times. */
  readonly company: { readonly name: string; readonly zone: string; readonly locale: Locale };
}

/** The acts of a person who has only a link. */
export interface AccessLinkUse {
  /** The person that a link is for; null if it is unknown, used or expired, or its account is disabled. */
  openLink(secret: string): Promise<OpenAccessLink | null>;
  /**
   * Sets the password, makes the link invalid, and ends the account's sessions. Of two concurrent uses only one
   * succeeds. Throws `not_authenticated` for a link that `openLink` returns null for, `invalid_input` on `password`;
   * after a refused password the link is still valid.
   */
  useLink(secret: string, password: string, origin?: Origin): Promise<void>;
}

interface FoundLink {
  readonly link: AccessLinkRow;
  readonly login: LoginRow;
}

/** Accepts no caller's transaction, because the password is hashed between the first check and the write. */
export function createAccessLinkUse(parts: ServiceParts & PasswordMailParts): AccessLinkUse {
  const { database, clock } = parts;

  async function find(secret: string): Promise<FoundLink | null> {
    const digest = secretDigest(secret);
    if (digest === null) return null;
    const all = database.allCompanies();
    const [link] = await all.find(accessLinkTable, { digest });
    if (link === undefined || !isOpenLink(link, clock.now())) return null;
    const [login] = await all.find(loginTable, { companyId: link.companyId, id: link.loginId });
    return login === undefined || login.disabledAt !== null ? null : { link, login };
  }

  async function companyOf({ link }: FoundLink): Promise<CompanyRow | null> {
    const [company] = await database.allCompanies().find(companyTable, { id: link.companyId });
    return company ?? null;
  }

  return {
    async openLink(secret) {
      const found = await find(secret);
      if (found === null) return null;
      const company = await companyOf(found);
      if (company === null) return null;
      const { name, zone, locale } = company;
      const { login, link } = found;
      return {
        name: login.name,
        email: login.email,
        expiresAt: link.expiresAt,
        ownLocale: login.locale === null ? null : localeOf(login.locale),
        company: { name, zone, locale },
      };
    },

    async useLink(secret, password, origin = {}) {
      const found = await find(secret);
      const company = found === null ? null : await companyOf(found);
      if (found === null || company === null) throw linkRefused();
      assertPasswordAllowed(password, found.login.email);
      await assertPasswordStrong(password, { ...found.login, companyName: company.name });
      const passwordHash = await hashPassword(password);
      await setPassword(parts, found, passwordHash, origin);
    },
  };
}

/** Checks again under lock. */
function setPassword(
  parts: WriteParts & PasswordMailParts,
  found: FoundLink,
  passwordHash: string,
  origin: Origin,
): Promise<void> {
  const { database, audit, clock } = parts;
  return database.write(systemActor(found.link.companyId), 'accounts.useLink', {}, async (company) => {
    const login = await company.lockOne(loginTable, found.login.id);
    const link = await company.lockOne(accessLinkTable, found.link.id);
    const now = clock.now();
    // Another use, a newer link or a freeze happened in between.
    if (login === null || login.disabledAt !== null) throw linkRefused();
    if (link === null || !isOpenLink(link, now)) throw linkRefused();
    await company.update(loginTable, login, newPassword(passwordHash, now));
    await endLinks(company, login.id, now);
    await endSessions(company, login.id, now);
    await auditAct(audit, company, actorOf(login, origin), 'account.use_link', { login_id: login.id });
    const { passwordHash: before, mustChangePassword } = found.login;
    // Somebody who sets the first password of their own knows it.
    if (before !== null && !mustChangePassword) await mailPasswordChanged(company, parts, login, now);
  });
}

function linkRefused(): ShaonError {
  return new ShaonError('not_authenticated', 'This link was used already or is too old: ask for a new one.');
}
