import { type Employee, type StaffRole, versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { radios } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { personCrumbs, personOf } from './person-of-path.ts';

const ROLES = ['employee', 'manager', 'admin'] as const;

export async function showRole(page: Page): Promise<Answer> {
  const employee = await personOf(page);
  const stored = FormState.of({ role: employee.role, version: versionOf({ role: employee.role }) });
  return rolePage(page, employee, stored);
}

/** SPEC 5.6: never by the API. It takes effect at once, because every request reads the log-in. */
export async function saveRole(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const employee = await personOf(page);
  const role = form.text('role') as StaffRole['role'];
  try {
    const expectedVersion = form.text('version');
    await core.accounts.setRole(actor, { employee_id: employee.id, role }, { expectedVersion });
    return roleSaved(page, employee);
  } catch (error) {
    if (conflictOf(error) === 'changed') return changedRole(page);
    const problem = conflictOf(error) === null ? null : t.people.role.lastAdmin;
    const refused = problem === null ? refusedForm(page, error) : FormState.refused(form, {}, problem);
    return rolePage(page, employee, refused);
  }
}

const roleSaved = (page: Page, { id, name }: Employee): Answer =>
  page.redirect(`/people/${id}`, page.t.people.role.done(isolated(name)));

/** Somebody else has given the person a role since the form was opened. */
async function changedRole(page: Page): Promise<Answer> {
  const present = await personOf(page);
  const { role } = present;
  const changed = formChangedByOthers(page, { role }, { version: versionOf({ role }) });
  return changed.differsFromSaved ? rolePage(page, present, changed, 409) : roleSaved(page, present);
}

const rolePath = ({ id }: Employee): string => `/people/${id}/role`;

function rolePage(page: Page, employee: Employee, form: FormState, status?: number): Answer {
  const { t } = page;
  const { title, lead, label, save } = t.people.role;
  const { roles, roleHelp } = t.people;
  const choices = ROLES.map((role) => ({ value: role, label: roles[role], help: roleHelp[role] }));
  const buttons = html`<div class="acts">${submitButton(save)}${linkButton(page, `/people/${employee.id}`, t.common.cancel)}</div>`;
  const version = html`<input type="hidden" name="version" value="${form.value('version')}">`;
  const view: View = {
    title,
    lead,
    crumbs: personCrumbs(t, employee),
    navigation: '/people',
    layout: 'narrow',
    form,
    main: postForm(
      page,
      `${rolePath(employee)}?sent`,
      html`${version}${radios(form, { name: 'role', label, choices })}${buttons}`,
      {
        keepsText: true,
      },
    ),
  };
  return page.show(view, status);
}
