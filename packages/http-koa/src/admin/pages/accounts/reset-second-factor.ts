import type { Answer } from '../../answer.ts';
import { confirmNamed } from '../../components/confirm.ts';
import { isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import type { Page } from '../../page.ts';
import { accountFrame, accountOf } from './account-of-path.ts';

/** For people who lost their phone and the recovery codes. */
export async function askResetFactor(page: Page): Promise<Answer> {
  const account = await accountOf(page);
  // People remove their own second factor with a code.
  if (account.id === page.actor.loginId) return page.redirect('/account');
  if (account.secondFactorSince === null) return withoutFactor(page);
  const frame = accountFrame(page, account, 'second-factor');
  return page.show(confirmNamed(page, page.t.accounts.resetting, account.name, frame));
}

export async function resetFactor(page: Page): Promise<Answer> {
  const account = await accountOf(page);
  const { done } = page.t.accounts.resetting;
  try {
    await page.core.accounts.resetSecondFactor(page.actor, account.id);
    return page.redirect('/accounts', done(isolated(account.name)));
  } catch (error) {
    if (conflictOf(error) === null) throw error;
    return withoutFactor(page);
  }
}

const withoutFactor = (page: Page): Answer =>
  page.redirect('/accounts', { tone: 'wait', text: page.t.accounts.resetting.none });
