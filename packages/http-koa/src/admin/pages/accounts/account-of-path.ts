import type { ListedAccount } from '@shaon/core';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';

/** The account of the path, which belongs to an admin or a manager. Throws `notFound` for an employee's. */
export async function accountOf(page: Page): Promise<ListedAccount> {
  const account = await page.core.accounts.get(page.actor, page.id());
  if (account.role === 'employee') throw new PageError('notFound');
  return account;
}

/** The same without a staff row; people with one get their log-in, and are frozen, on their own page. */
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

/** The frame of a question about an account: the form's target (`act` under the account) and the link back. */
export function accountFrame(page: Page, account: ListedAccount, act: string) {
  return {
    action: `/accounts/${account.id}/${act}`,
    back: '/accounts',
    navigation: '/company',
    crumbs: accountCrumbs(page),
  };
}
