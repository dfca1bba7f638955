import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { updateOf } from '../database/sql/statement.ts';
import type { WriteParts } from '../service-parts.ts';
import { ACCESS_LINK_LIFE_MS, accessLinkTable } from './access-link.ts';
import { lockLogin } from './account-queries.ts';
import { assertEnabled } from './account-rules.ts';
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
