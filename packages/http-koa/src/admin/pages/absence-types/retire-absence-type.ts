import type { Answer } from '../../answer.ts';
import { confirmView } from '../../components/confirm.ts';
import { isolated, name } from '../../components/texts.ts';
import type { Page } from '../../page.ts';
import { absenceTypeCrumbs, absenceTypeOf } from './absence-type-of-path.ts';

export async function askRetire(page: Page): Promise<Answer> {
  const { id, label, is_retired } = await absenceTypeOf(page);
  const { retireTitle, retireQuestion, consequence, retireVerb, keep, retiredAlready } = page.t.absenceTypes;
  if (is_retired) return page.redirect('/absence-types', { tone: 'wait', text: retiredAlready(isolated(label)) });
  return page.show(
    confirmView(page, {
      ...{ title: retireTitle, consequence, verb: retireVerb, keep },
      question: retireQuestion(name(label)),
      action: `/absence-types/${id}/retire`,
      back: '/absence-types',
      navigation: '/company',
      crumbs: absenceTypeCrumbs(page),
    }),
  );
}

export async function retireAbsenceType(page: Page): Promise<Answer> {
  const { id, label } = await absenceTypeOf(page);
  await page.core.absenceTypes.retire(page.actor, id);
  return page.redirect('/absence-types', page.t.absenceTypes.wasRetired(isolated(label)));
}

export async function restoreAbsenceType(page: Page): Promise<Answer> {
  const { id, label } = await absenceTypeOf(page);
  await page.core.absenceTypes.restore(page.actor, id);
  return page.redirect('/absence-types', page.t.absenceTypes.wasRestored(isolated(label)));
}
