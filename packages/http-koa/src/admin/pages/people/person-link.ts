import type { LoginState } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { confirmNamed } from '../../components/confirm.ts';
import { oneTimeLinkView } from '../../components/one-time-link.ts';
import { conflictOf } from '../../conflict.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { personCrumbs, personFrame, personOf } from './person-of-path.ts';

/** For people who forgot a password that they chose, which no message replaces. Anybody with the link can sign in. */
export async function askLink(page: Page): Promise<Answer> {
  const employee = await personOf(page);
  await loginOf(page);
  const frame = personFrame(page, employee, 'link');
  return page.show(confirmNamed(page, page.t.people.link, employee.name, { ...frame, isHarmless: true, once: true }));
}

export async function makeLink(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const employee = await personOf(page);
  const { loginId } = await loginOf(page);
  const back = `/people/${employee.id}`;
  try {
    const link = await core.accounts.makeLink(actor, loginId, page.once);
    const crumbs = personCrumbs(t, employee);
    return page.show(oneTimeLinkView(page, link, { who: employee.name, next: back, navigation: '/people', crumbs }));
  } catch (error) {
    const conflict = conflictOf(error);
    if (conflict === 'sent_twice') return page.redirect(back, { tone: 'wait', text: t.accounts.link.alreadyShown });
    if (conflict === 'state') return page.redirect(back, { tone: 'bad', text: t.people.link.frozen });
    throw error;
  }
}

async function loginOf(page: Page): Promise<LoginState> {
  const id = page.id();
  const login = (await page.core.personnel.logins(page.actor, [id])).get(id);
  // Behind a product's own log-in there is no page for a link.
  if (login === undefined || !page.has('account')) throw new PageError('notFound');
  return login;
}
