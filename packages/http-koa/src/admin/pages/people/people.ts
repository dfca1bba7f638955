import type { PersonnelFile } from '@shaon/core';
import { submitButton } from '../../components/button.ts';
import { code, isolated } from '../../components/texts.ts';
import { confirmRoutes } from '../../confirm-routes.ts';
import { type EditForm, formRoutes, type NewForm } from '../../form-routes.ts';
import type { Page } from '../../page.ts';
import { admins, get, managers, type PageRoute } from '../../page-route.ts';
import { amountInput } from './amount.ts';
import { exportPeople, listPeople } from './list-people.ts';
import { peopleFileRoutes } from './people-file.ts';
import { freezing, linking, reactivating, roleForm, welcoming } from './person-access.ts';
import { amendmentOf, newPersonOf, personFields, refusedPerson, sentAmounts } from './person-form.ts';
import { openIdNumber } from './person-id-number.ts';
import { personPlace } from './person-of-path.ts';
import { showPerson } from './show-person.ts';

/* The staff: search, adding, changing, freezing and letting in. */

/** SPEC 4, POST /employees: the same rules, the same welcome message, the same event. */
const newPerson: NewForm<null> = {
  back: '/people',
  asksPassword: true,
  record: () => null,
  values: () => ({ salary_type: 'hourly' }),
  fields: (page, form) => personFields(page, form, null),
  verb: (page) => newPersonTexts(page).create,
  secondButton: ({ t }) => submitButton(t.people.form.createAnother, { look: 'quiet', name: 'next', value: 'another' }),
  view: (page) => ({
    title: page.t.people.form.addTitle,
    lead: newPersonTexts(page).addLead,
    crumbs: [{ href: '/people', label: page.t.people.title }],
    navigation: '/people',
  }),
  async save(page) {
    const { core, actor, form } = page;
    const { id, name } = await core.employees.create(actor, newPersonOf(form), page.once);
    const to = form.text('next') === 'another' ? '/people/new' : `/people/${id}`;
    return page.redirect(to, newPersonTexts(page).created(isolated(name)));
  },
  refused: refusedPerson,
};

/** A product that welcomes its people itself sends no SMS here. */
function newPersonTexts({ core, t }: Page) {
  return core.messages.isWelcoming ? t.people.form : t.people.unwelcomed;
}

const editPerson: EditForm<PersonnelFile> = {
  back: (_, { employee }) => `/people/${employee.id}`,
  asksPassword: changesContact,
  record: fileOf,
  values: valuesOf,
  version: ({ version }) => version,
  sent: ({ form }) => sentAmounts(form),
  // A typed ID number cannot be compared with the stored one, which the page does not show.
  changesMore: ({ form }) => form.optionalNumber('id_number') !== null,
  fields: (page, form, file) => personFields(page, form, code(file.id_number_end)),
  view: (page, { employee }) => ({
    title: page.t.people.form.editTitle(isolated(employee.name)),
    ...personPlace(page, employee),
  }),
  save: ({ core, actor, form }, { employee }, expected) =>
    core.personnel.amend(actor, employee.id, amendmentOf(form), expected),
  saved: ({ t }, { employee }) => t.people.form.saved(isolated(employee.name)),
  refused: refusedPerson,
};

/** Whether the form changes where a person's messages and sign-in links go. */
async function changesContact(page: Page): Promise<boolean> {
  const { email, phone } = await page.core.employees.get(page.actor, page.id());
  const change = { email, phone, ...amendmentOf(page.form) };
  return change.email !== email || change.phone !== phone;
}

/** The file of the path's person; the page shows its salary and address. */
async function fileOf(page: Page): Promise<PersonnelFile> {
  const file = await page.core.personnel.file(page.actor, page.id());
  page.disclosed({ what: 'employee.file', employee_id: file.employee.id, salary: true });
  return file;
}

function valuesOf({ employee, address, salary_type, hourly_rate, global_salary }: PersonnelFile) {
  const { name, email, phone, department, branch } = employee;
  return {
    ...{ name, email, phone, address, salary_type },
    department_id: String(department?.id ?? ''),
    branch_id: String(branch?.id ?? ''),
    hourly_rate: amountInput(hourly_rate),
    global_salary: amountInput(global_salary),
  };
}

export const peopleRoutes: readonly PageRoute[] = [
  get('/people', managers, listPeople),
  ...formRoutes('/people/new', admins, newPerson),
  get('/people/export', managers, exportPeople, { asksPassword: true, isFile: true }),
  ...peopleFileRoutes,
  get('/people/:id', managers, showPerson),
  ...formRoutes('/people/:id/edit', admins, editPerson),
  ...formRoutes('/people/:id/role', admins, roleForm),
  ...confirmRoutes('/people/:id/freeze', admins, freezing),
  ...confirmRoutes('/people/:id/reactivate', admins, reactivating),
  ...confirmRoutes('/people/:id/welcome', admins, welcoming),
  ...confirmRoutes('/people/:id/link', admins, linking),
  get('/people/:id/id-number', admins, openIdNumber, { asksPassword: true }),
];
