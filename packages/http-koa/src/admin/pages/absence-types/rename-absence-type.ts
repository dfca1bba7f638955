import type { AbsenceType } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated } from '../../components/texts.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { absenceTypeCrumbs, absenceTypeOf } from './absence-type-of-path.ts';

export async function showRename(page: Page): Promise<Answer> {
  const type = await absenceTypeOf(page);
  const stored = FormState.of({ label: type.label, before: type.label });
  return formPage(page, type, page.returnedForm(renamePath(type)) ?? stored);
}

/** Requests keep their type and show its present label (D:A11). */
export async function renameAbsenceType(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const type = await absenceTypeOf(page);
  if (form.text('before') !== type.label) {
    const changed = formChangedByOthers(page, { label: type.label }, { before: type.label });
    if (!changed.differsFromSaved) return page.redirect('/absence-types', t.absenceTypes.renamed(isolated(type.label)));
    return formPage(page, type, changed, 409);
  }
  try {
    const { label } = await core.absenceTypes.rename(actor, type.id, form.text('label'));
    return page.redirect('/absence-types', t.absenceTypes.renamed(isolated(label)));
  } catch (error) {
    return formPage(page, type, refusedForm(page, error));
  }
}

const renamePath = ({ id }: AbsenceType): string => `/absence-types/${id}/rename`;

function formPage(page: Page, type: AbsenceType, form: FormState, status?: number): Answer {
  const { t } = page;
  const texts = t.absenceTypes;
  const fields = html`<input type="hidden" name="before" value="${form.value('before')}">
${textField(form, { name: 'label', label: texts.label, help: texts.renameHelp, required: true, maxLength: 255 })}
<div class="acts">${submitButton(t.common.save)}${linkButton(page, '/absence-types', t.common.cancel)}</div>`;
  const view: View = {
    title: texts.renameTitle(isolated(type.label)),
    crumbs: absenceTypeCrumbs(page),
    navigation: '/company',
    layout: 'narrow',
    form,
    main: postForm(page, renamePath(type), fields, { keptOn: renamePath(type) }),
  };
  return page.show(view, status);
}
