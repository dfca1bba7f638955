import type { Answer } from '../../answer.ts';
import { confirmNamed } from '../../components/confirm.ts';
import { oneTimeLinkView } from '../../components/one-time-link.ts';
import { conflictOf } from '../../conflict.ts';
import type { Page } from '../../page.ts';
import { accountCrumbs, accountFrame, accountWithoutStaffRow } from './account-of-path.ts';

export async function askNewLink(page: Page): Promise<Answer> {
  const account = await accountWithoutStaffRow(page);
  const frame = accountFrame(page, account, 'link');
  return page.show(confirmNamed(page, page.t.accounts.link, account.name, { ...frame, isHarmless: true, once: true }));
}

export async function makeNewLink(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const account = await accountWithoutStaffRow(page);
  try {
    const link = await core.accounts.makeLink(actor, account.id, page.once);
    const crumbs = accountCrumbs(page);
    return page.show(
      oneTimeLinkView(page, link, { who: account.name, next: '/accounts', navigation: '/company', crumbs }),
    );
  } catch (error) {
    const conflict = conflictOf(error);
    const { alreadyShown, disabled } = t.accounts.link;
    if (conflict === 'sent_twice') return page.redirect('/accounts', { tone: 'wait', text: alreadyShown });
    if (conflict === 'state') return page.redirect('/accounts', { tone: 'bad', text: disabled });
    throw error;
  }
}
