import type { AccountActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { GOOD_PASSWORD } from '../accounts/people.ts';
import type { CoreTest } from '../support.ts';
import { copyRow, serial, stored } from './look.ts';

export interface AccountWithPassword {
  readonly actor: AccountActor;
  readonly email: string;
  /** An open link to set a password by. */
  readonly link: string;
}

/** What the first account of a suite gives to all others. */
interface Template {
  readonly loginId: number;
  readonly passwordHash: string;
}

/** Accounts of managers without a staff row, with the good password and an open link. */
export function accountsWithPassword(test: CoreTest) {
  let made: Template | undefined;

  /** The stored hash of one password and a session: making them anew for each race would take most of the time. */
  async function template(): Promise<Template> {
    if (made !== undefined) return made;
    const email = `hashed${serial()}@races.test`;
    const { account, link } = await test.core.accounts.create(test.company, { name: 'Dana', email, role: 'manager' });
    await test.core.accounts.useLink(link.secret, GOOD_PASSWORD);
    await test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
    made = { loginId: account.id, passwordHash: String((await loginOf(account.id)).password_hash) };
    return made;
  }

  const loginOf = async (id: number) =>
    (await stored(test, test.company, 'SELECT * FROM "shaon_login" WHERE company_id = $1 AND id = $2', id))[0]!;

  async function make(): Promise<AccountWithPassword> {
    const hash = await passwordHash();
    const email = `dana${serial()}@races.test`;
    const { account, link } = await test.core.accounts.create(test.company, { name: 'Dana', email, role: 'manager' });
    await test.core.extension.database.writeAllCompanies('test', {}, (all) =>
      all.run(rawSql('UPDATE "shaon_login" SET password_hash = $2 WHERE id = $1'), [account.id, hash]),
    );
    const actor = {
      kind: 'account' as const,
      companyId: test.company.companyId,
      loginId: account.id,
      role: 'manager' as const,
      name: account.name,
      employeeId: null,
    };
    return { actor, email, link: link.secret };
  }

  const passwordHash = async () => (await template()).passwordHash;

  /** Opens a session of an account; gives its id. */
  async function openSession(loginId: number): Promise<number> {
    const where = `login_id = ${(await template()).loginId}`;
    return copyRow(test, test.company, 'shaon_session', where, { login_id: loginId, digest: `copy ${serial()}` });
  }

  return { make, passwordHash, loginOf, openSession };
}
