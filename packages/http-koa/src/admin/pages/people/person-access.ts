import { type Employee, InvalidInputError, isShaonError, type StaffRole, versionOf } from '@shaon/core';
import { radios } from '../../components/fields.ts';
import { oneTimeLinkView } from '../../components/one-time-link.ts';
import { isolated, name, value } from '../../components/texts.ts';
import type { ConfirmPage } from '../../confirm-routes.ts';
import { conflictOf } from '../../conflict.ts';
import type { EditForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import { personOf, personPlace } from './person-of-path.ts';

/* What people may do, and whether they can sign in: each has its own page that asks first. */

const pathOf = (_: Page, { id }: Employee): string => `/people/${id}`;

const question = { record: personOf, back: pathOf, asksPassword: true } as const;

const ROLES = ['employee', 'manager', 'admin'] as const;

/** SPEC 5.6: never by the API. It takes effect at once, because every request reads the log-in. */
export const roleForm: EditForm<Employee> = {
  ...question,
  values: ({ role }) => ({ role }),
  version: ({ role }) => versionOf({ role }),
  verb: ({ t }) => t.people.role.save,
  view: (page, employee) => ({
    title: page.t.people.role.title,
    lead: page.t.people.role.lead,
    ...personPlace(page, employee),
  }),
  fields({ t }, form) {
    const { roles, roleHelp } = t.people;
    const choices = ROLES.map((role) => ({ value: role, label: roles[role], help: roleHelp[role] }));
    return radios(form, { name: 'role', label: t.people.role.label, choices });
  },
  save: ({ core, actor, form }, { id }, expected) =>
    core.accounts.setRole(actor, { employee_id: id, role: form.text('role') as StaffRole['role'] }, expected),
  saved: ({ t }, employee) => t.people.role.done(isolated(employee.name)),
  refused(page, error) {
    if (conflictOf(error) === null) return refusedForm(page, error);
    return FormState.refused(page.form, {}, page.t.people.role.lastAdmin);
  },
};

/** SPEC 3: the log-in, its sessions and links end in the same commit (D:F4, A15). */
export const freezing: ConfirmPage<Employee> = {
  ...question,
  ask(page, employee) {
    const texts = page.t.people.freeze;
    if (employee.status === 'frozen') return alreadySo(page, employee, texts.already);
    return { ...texts, question: texts.question(name(employee.name)), ...personPlace(page, employee) };
  },
  async save(page, employee) {
    const { done, already } = page.t.people.freeze;
    const { isChanged } = await page.core.employees.freeze(page.actor, employee.id);
    return isChanged ? done(isolated(employee.name)) : alreadySo(page, employee, already);
  },
  refused({ form, t }, error) {
    if (conflictOf(error) === null) throw error;
    return FormState.refused(form, {}, t.people.freeze.lastAdmin);
  },
};

export const reactivating: ConfirmPage<Employee> = {
  ...question,
  ask(page, employee) {
    const { reactivate: texts, unwelcomed } = page.t.people;
    if (employee.status === 'active') return alreadySo(page, employee, texts.already);
    return {
      ...texts,
      question: texts.question(name(employee.name)),
      ...(!page.core.messages.isWelcoming && { consequence: unwelcomed.reactivated }),
      isHarmless: true,
      ...personPlace(page, employee),
    };
  },
  async save({ core, actor, t }, { id }) {
    const { employee } = await core.employees.reactivate(actor, id);
    return t.people.reactivate.done(isolated(employee.name));
  },
};

/** Somebody else has done it since the page with the link was opened. */
const alreadySo = (page: Page, employee: Employee, already: (name: string) => string) =>
  page.redirect(pathOf(page, employee), { tone: 'wait', text: already(isolated(employee.name)) });

/** D:W26: sends a new password in a new message; the old passwords become invalid. */
export const welcoming: ConfirmPage<Employee> = {
  ...question,
  /** If the product welcomes its people itself, this page does not exist. */
  record(page) {
    if (!page.core.messages.isWelcoming) throw new PageError('notFound');
    return personOf(page);
  },
  ask(page, employee) {
    const texts = page.t.people.welcome;
    return {
      ...texts,
      question: texts.question(name(employee.name)),
      consequence: employee.phone === null ? texts.noPhone : texts.consequence(value(employee.phone)),
      isHarmless: true,
      ...personPlace(page, employee),
    };
  },
  async save(page, { id }) {
    await page.core.messages.resend(page.actor, id, page.once);
    return page.t.people.welcome.done;
  },
  refused({ form, t }, error) {
    const { noPhone, ownPassword, frozen } = t.people.welcome;
    const refused = (text: string) => FormState.refused(form, {}, text);
    if (error instanceof InvalidInputError && error.errors.phone !== undefined) return refused(noPhone);
    if (isShaonError(error, 'employee_frozen')) return refused(frozen);
    if (conflictOf(error) === 'state') return refused(ownPassword);
    throw error;
  },
};

/** For people who forgot a password that they chose, which no message replaces. Anybody with the link can sign in. */
export const linking: ConfirmPage<{ readonly employee: Employee; readonly loginId: number }> = {
  asksPassword: true,
  back: (page, { employee }) => pathOf(page, employee),
  async record(page) {
    const employee = await personOf(page);
    const login = (await page.core.personnel.logins(page.actor, [employee.id])).get(employee.id);
    // Behind a product's own log-in there is no page for a link.
    if (login === undefined || !page.has('account')) throw new PageError('notFound');
    return { employee, loginId: login.loginId };
  },
  ask(page, { employee }) {
    const texts = page.t.people.link;
    return {
      ...texts,
      question: texts.question(name(employee.name)),
      isHarmless: true,
      ...personPlace(page, employee),
    };
  },
  async save(page, { employee, loginId }) {
    const link = await page.core.accounts.makeLink(page.actor, loginId, page.once);
    const parts = { who: employee.name, next: pathOf(page, employee), ...personPlace(page, employee) };
    return page.show(oneTimeLinkView(page, link, parts));
  },
  sentTwice: (page, { employee }) =>
    page.redirect(pathOf(page, employee), { tone: 'wait', text: page.t.accounts.link.alreadyShown }),
  refused(page, error, { employee }) {
    if (conflictOf(error) !== 'state') throw error;
    return page.redirect(pathOf(page, employee), { tone: 'bad', text: page.t.people.link.frozen });
  },
};
