import type { ListedAccount, NewAccessLink, NewAccount } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { radios, textField } from '../../components/fields.ts';
import { oneTimeLinkView } from '../../components/one-time-link.ts';
import { isolated, name } from '../../components/texts.ts';
import { type ConfirmPage, confirmRoutes } from '../../confirm-routes.ts';
import { conflictOf } from '../../conflict.ts';
import { formRoutes, type NewForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { admins, get, type PageRoute } from '../../page-route.ts';
import { refusedForm } from '../../refused-form.ts';
import { inSettings } from '../company/settings-tabs.ts';
import { listAccounts } from './list-accounts.ts';
import { managerLimits } from './manager-limits.ts';

/* The accounts that manage a company. */

/** The account of the path, which belongs to an admin or a manager. Throws `notFound` for an employee's. */
async function accountOf(page: Page): Promise<ListedAccount> {
  const account = await page.core.accounts.get(page.actor, page.id());
  if (account.role === 'employee') throw new PageError('notFound');
  return account;
}

/** The same without a staff row; people with one get their log-in, and are frozen, on their own page. */
async function accountWithoutStaffRow(page: Page): Promise<ListedAccount> {
  const account = await accountOf(page);
  if (account.employeeId !== null) throw new PageError('notFound');
  return account;
}

const showLink = (page: Page, link: NewAccessLink, who: string): Answer =>
  page.show(oneTimeLinkView(page, link, { who, next: '/accounts', ...inSettings(page, '/accounts') }));

const linkWasShown = (page: Page): Answer =>
  page.redirect('/accounts', { tone: 'wait', text: page.t.accounts.link.alreadyShown });

/** Creates an account and shows its link, only once. */
const invitation: NewForm<null> = {
  back: '/accounts',
  asksPassword: true,
  record: () => null,
  values: () => ({ role: 'manager' }),
  verb: ({ t }) => t.accounts.form.create,
  view: (page) => ({
    title: page.t.accounts.form.title,
    lead: page.t.accounts.form.lead,
    ...inSettings(page, '/accounts'),
  }),
  fields({ t }, form) {
    const texts = t.accounts.form;
    const { roles, roleHelp } = t.people;
    const choices = (['manager', 'admin'] as const).map((role) => ({
      value: role,
      label: roles[role],
      help: roleHelp[role],
    }));
    return html`${textField(form, { name: 'name', label: texts.name, required: true, maxLength: 255, autocomplete: 'off' })}
${textField(form, { name: 'email', label: texts.email, help: texts.emailHelp, type: 'email', required: true, ltr: true, autocomplete: 'off' })}
${radios(form, { name: 'role', label: texts.role, choices })}`;
  },
  async save(page) {
    const { core, actor, form } = page;
    const input = {
      name: form.text('name'),
      email: form.withoutMarks('email'),
      role: form.text('role') as NewAccount['role'],
    };
    const { account, link } = await core.accounts.create(actor, input, page.once);
    return showLink(page, link, account.name);
  },
  sentTwice: linkWasShown,
  refused(page, error) {
    const { t } = page;
    const texts = { email: { unique: t.accounts.form.emailTaken, email: t.common.emailWrong } };
    return refusedForm(page, error, { texts });
  },
};

const question = { record: accountWithoutStaffRow, back: '/accounts', asksPassword: true } as const;

const newLink: ConfirmPage<ListedAccount> = {
  ...question,
  ask(page, account) {
    const texts = page.t.accounts.link;
    return {
      ...texts,
      question: texts.question(name(account.name)),
      isHarmless: true,
      ...inSettings(page, '/accounts'),
    };
  },
  save: async (page, { id, name: who }) =>
    showLink(page, await page.core.accounts.makeLink(page.actor, id, page.once), who),
  sentTwice: linkWasShown,
  refused(page, error) {
    if (conflictOf(error) !== 'state') throw error;
    return page.redirect('/accounts', { tone: 'bad', text: page.t.accounts.link.disabled });
  },
};

/** The account's sessions and links end in the same commit (D:A15). */
const disabling: ConfirmPage<ListedAccount> = {
  ...question,
  ask(page, account) {
    const texts = page.t.accounts.disabling;
    if (account.disabledAt !== null) return alreadySo(page, texts.already(isolated(account.name)));
    return { ...texts, question: texts.question(name(account.name)), ...inSettings(page, '/accounts') };
  },
  async save({ core, actor, t }, account) {
    await core.accounts.disable(actor, account.id);
    return t.accounts.disabling.done(isolated(account.name));
  },
  refused({ form, t }, error) {
    if (conflictOf(error) === null) throw error;
    return FormState.refused(form, {}, t.accounts.disabling.lastAdmin);
  },
};

const enabling: ConfirmPage<ListedAccount> = {
  ...question,
  ask(page, account) {
    const texts = page.t.accounts.enabling;
    if (account.disabledAt === null) return alreadySo(page, texts.already(isolated(account.name)));
    return {
      ...texts,
      question: texts.question(name(account.name)),
      isHarmless: true,
      ...inSettings(page, '/accounts'),
    };
  },
  async save({ core, actor, t }, account) {
    await core.accounts.enable(actor, account.id);
    return t.accounts.enabling.done(isolated(account.name));
  },
};

/** For people who lost their phone and the recovery codes. */
const resetting: ConfirmPage<ListedAccount> = {
  ...question,
  record: accountOf,
  ask(page, account) {
    const texts = page.t.accounts.resetting;
    // People remove their own second factor with a code.
    if (account.id === page.actor.loginId) return page.redirect('/account');
    if (account.secondFactorSince === null) return alreadySo(page, texts.none);
    return { ...texts, question: texts.question(name(account.name)), ...inSettings(page, '/accounts') };
  },
  async save({ core, actor, t }, account) {
    await core.accounts.resetSecondFactor(actor, account.id);
    return t.accounts.resetting.done(isolated(account.name));
  },
  refused(page, error) {
    if (conflictOf(error) === null) throw error;
    return alreadySo(page, page.t.accounts.resetting.none);
  },
};

/** Others have changed the account since the page with the link was opened. */
const alreadySo = (page: Page, text: string): Answer => page.redirect('/accounts', { tone: 'wait', text });

export const accountsRoutes: readonly PageRoute[] = [
  get('/accounts', admins, listAccounts),
  ...formRoutes('/accounts/new', admins, invitation),
  ...formRoutes('/accounts/:id/people', admins, managerLimits),
  ...confirmRoutes('/accounts/:id/link', admins, newLink),
  ...confirmRoutes('/accounts/:id/disable', admins, disabling),
  ...confirmRoutes('/accounts/:id/enable', admins, enabling),
  ...confirmRoutes('/accounts/:id/second-factor', admins, resetting),
];
