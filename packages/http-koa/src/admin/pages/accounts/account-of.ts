import type { ListedAccount } from '@shaon/core';
import type { View } from '../../layout/view.ts';
import { PageError } from '../../page-errors.ts';
import type { Page } from '../../visit.ts';

/** The account of the path, of an admin or a manager. Throws `notFound` for an employee's. */
export async function accountOf(page: Page): Promise<ListedAccount> {
  const account = await page.core.accounts.get(page.actor, page.id());
  if (account.role === 'employee') throw new PageError('notFound');
  return account;
}

/** The same without a staff row: one of the staff is let in and frozen on their own page. */
export async function accountWithoutStaffRow(page: Page): Promise<ListedAccount> {
  const account = await accountOf(page);
  if (account.employeeId !== null) throw new PageError('notFound');
  return account;
}

export function accountCrumbs({ t }: Page): NonNullable<View['crumbs']> {
  return [
    { href: '/company', label: t.company.title },
    { href: '/accounts', label: t.accounts.title },
  ];
}

/** A question about an account: where its form goes (`act` under the account), and the way back. */
export function accountFrame(page: Page, account: ListedAccount, act: string) {
  return {
    action: `/accounts/${account.id}/${act}`,
    back: '/accounts',
    navigation: '/company',
    crumbs: accountCrumbs(page),
  };
}
