import { isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { confirmView } from '../../components/confirm.ts';
import { checkbox } from '../../components/fields.ts';
import { isolated, name } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { organizationCrumbs } from './unit-form.ts';
import { type Unit, type UnitKind, unitOf } from './unit-kind.ts';

export async function askRemoveUnit(page: Page, kind: UnitKind): Promise<Answer> {
  return confirmPage(page, kind, await unitOf(page, kind), FormState.of());
}

/** D:E3: a unit with people in it is removed only if the form says what becomes of them. */
export async function removeUnit(page: Page, kind: UnitKind): Promise<Answer> {
  const { form, t } = page;
  const unit = await unitOf(page, kind);
  try {
    await kind.remove(page, unit.id, { clearReferences: form.text('clear') === '1' });
    return page.redirect('/organization', t.organization[kind.path].removed(isolated(unit.name)));
  } catch (error) {
    if (!isShaonError(error, 'in_use')) throw error;
    return confirmPage(page, kind, unit, FormState.refused(form, { clear: [t.organization.mustClear] }, null));
  }
}

async function confirmPage(page: Page, kind: UnitKind, unit: Unit, form: FormState): Promise<Answer> {
  const { t, format } = page;
  const texts = t.organization;
  const count = (await kind.people(page)).get(unit.id) ?? 0;
  const box = { name: 'clear', label: texts.clear, help: texts.clearHelp, required: true };
  return page.show(
    confirmView(page, {
      title: texts[kind.path].removeTitle,
      question: texts[kind.path].question(name(unit.name)),
      consequence: count === 0 ? texts.gone : texts.empties(count, format.number(count)),
      ...(count > 0 && { fields: checkbox(form, box) }),
      verb: texts.removeVerb,
      keep: texts.keep,
      action: `/${kind.path}/${unit.id}/remove`,
      back: '/organization',
      navigation: '/people',
      crumbs: organizationCrumbs(page),
      form,
    }),
  );
}
