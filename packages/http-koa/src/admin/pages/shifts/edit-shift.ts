import { type Shift, versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refusedShift, shiftCrumbs, shiftFields, shiftOf } from './shift-form.ts';

export async function showEditShift(page: Page): Promise<Answer> {
  const shift = await presetOf(page);
  const stored = FormState.opened(valuesOf(shift), { version: versionOf(shift) });
  return formPage(page, shift, page.returnedForm(editPath(shift)) ?? stored);
}

export async function editShift(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const shift = await presetOf(page);
  try {
    const expectedVersion = form.text('version');
    const { name } = await core.shifts.update(actor, shift.id, form.onlyChanged(shiftOf(form)), { expectedVersion });
    return page.redirect('/shifts', t.company.shifts.saved(isolated(name)));
  } catch (error) {
    if (conflictOf(error) !== 'changed') return formPage(page, shift, refusedShift(page, error));
    const present = await presetOf(page);
    const version = versionOf(present);
    const changed = formChangedByOthers(page, valuesOf(present), { version }, valuesOf(shiftOf(form)));
    if (!changed.differsFromSaved) return page.redirect('/shifts', t.company.shifts.saved(isolated(present.name)));
    return formPage(page, present, changed, 409);
  }
}

function valuesOf({ name, start_time, end_time, wage_percentage }: Omit<Shift, 'id'>) {
  return { name, start_time, end_time, wage_percentage: String(wage_percentage) };
}

/** The preset of the path. Throws `notFound`. */
export async function presetOf(page: Page): Promise<Shift> {
  const id = page.id();
  const shift = (await page.core.shifts.list(page.actor)).find((one) => one.id === id);
  if (shift === undefined) throw new PageError('notFound');
  return shift;
}

const editPath = ({ id }: Shift): string => `/shifts/${id}/edit`;

function formPage(page: Page, shift: Shift, form: FormState, status?: number): Answer {
  const version = html`<input type="hidden" name="version" value="${form.value('version')}">`;
  const view: View = {
    title: page.t.company.shifts.editTitle(isolated(shift.name)),
    crumbs: shiftCrumbs(page),
    navigation: '/company',
    layout: 'narrow',
    form,
    main: postForm(page, editPath(shift), html`${version}${shiftFields(page, form)}`, {
      keptOn: editPath(shift),
      opened: form,
    }),
  };
  return page.show(view, status);
}
