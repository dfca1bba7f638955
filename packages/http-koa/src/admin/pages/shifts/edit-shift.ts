import { type Shift, versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { postForm } from '../../components/post-form.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import type { Page } from '../../visit.ts';
import { shiftCrumbs, shiftFields, shiftOf } from './shift-form.ts';

export async function showEditShift(page: Page): Promise<Answer> {
  const shift = await presetOf(page);
  const { name, start_time, end_time, wage_percentage } = shift;
  const values = { name, start_time, end_time, wage_percentage: String(wage_percentage), version: versionOf(shift) };
  return formPage(page, shift, FormState.of(values));
}

export async function editShift(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const shift = await presetOf(page);
  try {
    const expectedVersion = form.text('version');
    const { name } = await core.shifts.update(actor, shift.id, shiftOf(form), { expectedVersion });
    return page.redirect('/shifts', t.company.shifts.saved(name));
  } catch (error) {
    if (conflictOf(error) === 'changed') {
      return page.redirect(`/shifts/${shift.id}/edit`, { tone: 'bad', text: t.common.changedByOthers });
    }
    return formPage(page, shift, refusedForm(page, error));
  }
}

/** The preset of the path. Throws `notFound`. */
export async function presetOf(page: Page): Promise<Shift> {
  const id = page.id();
  const shift = (await page.core.shifts.list(page.actor)).find((one) => one.id === id);
  if (shift === undefined) throw new PageError('notFound');
  return shift;
}

function formPage(page: Page, { id, name }: Shift, form: FormState): Answer {
  const version = html`<input type="hidden" name="version" value="${form.value('version')}">`;
  return page.show({
    title: page.t.company.shifts.editTitle(name),
    crumbs: shiftCrumbs(page),
    navigation: '/company',
    layout: 'narrow',
    form,
    main: postForm(page, `/shifts/${id}/edit`, html`${version}${shiftFields(page, form)}`),
  });
}
