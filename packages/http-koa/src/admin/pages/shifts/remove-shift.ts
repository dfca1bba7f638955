import type { Answer } from '../../answer.ts';
import { confirmNamed } from '../../components/confirm.ts';
import { isolated } from '../../components/texts.ts';
import type { Page } from '../../page.ts';
import { presetOf } from './edit-shift.ts';
import { shiftCrumbs } from './shift-form.ts';

export async function askRemoveShift(page: Page): Promise<Answer> {
  const shift = await presetOf(page);
  const { shifts } = page.t.company;
  return page.show(
    confirmNamed(page, { ...shifts, title: shifts.removeTitle }, shift.name, {
      action: `/shifts/${shift.id}/remove`,
      back: '/shifts',
      navigation: '/company',
      crumbs: shiftCrumbs(page),
    }),
  );
}

export async function removeShift(page: Page): Promise<Answer> {
  const shift = await presetOf(page);
  await page.core.shifts.remove(page.actor, shift.id);
  return page.redirect('/shifts', page.t.company.shifts.removed(isolated(shift.name)));
}
