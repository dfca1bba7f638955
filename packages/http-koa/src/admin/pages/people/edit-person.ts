import type { PersonnelFile } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { postForm } from '../../components/post-form.ts';
import { code, isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { amountInput } from './amount.ts';
import { amendmentOf, personFields, refusedPerson, sentAmounts, unitsOf } from './person-form.ts';

export async function showEditPerson(page: Page): Promise<Answer> {
  const file = await fileOf(page);
  const { version } = file;
  return formPage(page, file, FormState.opened(valuesOf(file), { version }));
}

/** Whether the form changes where a person's messages and sign-in links go. */
export async function changesContact(page: Page): Promise<boolean> {
  const { email, phone } = await page.core.employees.get(page.actor, page.id());
  const change = { email, phone, ...amendmentOf(page.form) };
  return change.email !== email || change.phone !== phone;
}

/** Saves the form's values, unless somebody else has changed the file since it was opened. */
export async function editPerson(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const file = await fileOf(page);
  const { id } = file.employee;
  try {
    const expectedVersion = form.text('version');
    const { name } = await core.personnel.amend(actor, id, amendmentOf(form), { expectedVersion });
    return page.redirect(`/people/${id}`, t.people.form.saved(isolated(name)));
  } catch (error) {
    if (conflictOf(error) !== 'changed') return formPage(page, file, refusedPerson(page, error));
    const present = await core.personnel.file(actor, id);
    const { version } = present;
    const changed = formChangedByOthers(page, valuesOf(present), { version }, sentAmounts(form));
    // A typed ID number cannot be compared with the stored one, which the page does not show.
    const isSaved = !changed.differsFromSaved && form.optionalNumber('id_number') === null;
    if (isSaved) return page.redirect(`/people/${id}`, t.people.form.saved(isolated(present.employee.name)));
    return formPage(page, present, changed, 409);
  }
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

const editPath = ({ employee }: PersonnelFile): string => `/people/${employee.id}/edit`;

async function formPage(page: Page, file: PersonnelFile, form: FormState, status?: number): Promise<Answer> {
  const { t } = page;
  const { id, name } = file.employee;
  const fields = personFields(page, form, await unitsOf(page), code(file.id_number_end));
  const buttons = html`<div class="acts">${submitButton(t.common.save)}${linkButton(page, `/people/${id}`, t.common.cancel)}</div>`;
  const version = html`<input type="hidden" name="version" value="${form.value('version')}">`;
  const view: View = {
    title: t.people.form.editTitle(isolated(name)),
    crumbs: [
      { href: '/people', label: t.people.title },
      { href: `/people/${id}`, label: html`<bdi>${name}</bdi>` },
    ],
    navigation: '/people',
    layout: 'narrow',
    form,
    main: postForm(page, `${editPath(file)}?sent`, html`${version}${fields}${buttons}`, {
      keepsText: true,
      opened: form,
    }),
  };
  return page.show(view, status);
}
