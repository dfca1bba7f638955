import type { Answer } from '../../answer.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedShift, shiftCrumbs, shiftFields, shiftOf } from './shift-form.ts';

export function showNewShift(page: Page): Answer {
  return formPage(page, page.returnedForm('/shifts') ?? FormState.of({ wage_percentage: '100' }));
}

export async function addShift(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  try {
    const { name } = await core.shifts.create(actor, shiftOf(form), page.once);
    return page.redirect('/shifts', t.company.shifts.added(isolated(name)));
  } catch (error) {
    if (conflictOf(error) === 'sent_twice') return page.redirect('/shifts', { tone: 'wait', text: t.common.sentTwice });
    return formPage(page, refusedShift(page, error));
  }
}

function formPage(page: Page, form: FormState): Answer {
  return page.show({
    title: page.t.company.shifts.add,
    crumbs: shiftCrumbs(page),
    navigation: '/company',
    layout: 'narrow',
    form,
    main: postForm(page, '/shifts', shiftFields(page, form), { once: true, keptOn: '/shifts/new' }),
  });
}
