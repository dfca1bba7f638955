import type { ListedAccount } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { confirmNamed } from '../../components/confirm.ts';
import { isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { accountFrame, accountWithoutStaffRow } from './account-of-path.ts';

export async function askDisable(page: Page): Promise<Answer> {
  const account = await accountWithoutStaffRow(page);
  if (account.disabledAt !== null) return alreadySo(page, account, page.t.accounts.disabling);
  return disablePage(page, account, FormState.of());
}

/** The account's sessions and links end in the same commit (D:A15). */
export async function disableAccount(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const account = await accountWithoutStaffRow(page);
  try {
    await core.accounts.disable(actor, account.id);
    return disabled(page, account);
  } catch (error) {
    if (conflictOf(error) === null) throw error;
    return disablePage(page, account, FormState.refused(form, {}, t.accounts.disabling.lastAdmin));
  }
}

const disabled = (page: Page, { name }: ListedAccount): Answer =>
  page.redirect('/accounts', page.t.accounts.disabling.done(isolated(name)));

function disablePage(page: Page, account: ListedAccount, form: FormState): Answer {
  const frame = accountFrame(page, account, 'disable');
  return page.show(confirmNamed(page, page.t.accounts.disabling, account.name, { ...frame, form }));
}

export async function askEnable(page: Page): Promise<Answer> {
  const account = await accountWithoutStaffRow(page);
  if (account.disabledAt === null) return alreadySo(page, account, page.t.accounts.enabling);
  const frame = accountFrame(page, account, 'enable');
  return page.show(confirmNamed(page, page.t.accounts.enabling, account.name, { ...frame, isHarmless: true }));
}

export async function enableAccount(page: Page): Promise<Answer> {
  const account = await accountWithoutStaffRow(page);
  await page.core.accounts.enable(page.actor, account.id);
  return enabled(page, account);
}

const enabled = (page: Page, { name }: ListedAccount): Answer =>
  page.redirect('/accounts', page.t.accounts.enabling.done(isolated(name)));

/** Others have switched the account since the page with the link was opened. */
const alreadySo = (page: Page, { name }: ListedAccount, { already }: { already: (name: string) => string }): Answer =>
  page.redirect('/accounts', { tone: 'wait', text: already(isolated(name)) });
