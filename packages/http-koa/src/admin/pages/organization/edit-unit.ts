import { versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { organizationCrumbs, unitFields, unitValues } from './unit-form.ts';
import { type Unit, type UnitKind, unitOf } from './unit-kind.ts';

export async function showEditUnit(page: Page, kind: UnitKind): Promise<Answer> {
  const unit = await unitOf(page, kind);
  const stored = FormState.opened(valuesOf(kind, unit), { version: versionOf(unit) });
  return formPage(page, kind, unit, page.returnedForm(editPath(kind, unit)) ?? stored);
}

export async function editUnit(page: Page, kind: UnitKind): Promise<Answer> {
  const { form, t } = page;
  const unit = await unitOf(page, kind);
  try {
    const values = form.onlyChanged(unitValues(form));
    const { name } = await kind.update(page, unit.id, values, { expectedVersion: form.text('version') });
    return page.redirect('/organization', t.organization[kind.path].saved(isolated(name)));
  } catch (error) {
    if (conflictOf(error) !== 'changed') return formPage(page, kind, unit, refusedForm(page, error));
    const present = await unitOf(page, kind);
    const changed = formChangedByOthers(page, valuesOf(kind, present), { version: versionOf(present) });
    if (!changed.differsFromSaved)
      return page.redirect('/organization', t.organization[kind.path].saved(isolated(present.name)));
    return formPage(page, kind, present, changed, 409);
  }
}

const valuesOf = ({ hasAddress }: UnitKind, { name, address }: Unit) => ({ name, ...(hasAddress && { address }) });

const editPath = (kind: UnitKind, { id }: Unit): string => `/${kind.path}/${id}/edit`;

function formPage(page: Page, kind: UnitKind, unit: Unit, form: FormState, status?: number): Answer {
  const version = html`<input type="hidden" name="version" value="${form.value('version')}">`;
  const view: View = {
    title: page.t.organization[kind.path].editTitle(isolated(unit.name)),
    crumbs: organizationCrumbs(page),
    navigation: '/people',
    layout: 'narrow',
    form,
    main: postForm(page, editPath(kind, unit), html`${version}${unitFields(page, kind, form)}`, {
      keptOn: editPath(kind, unit),
      opened: form,
    }),
  };
  return page.show(view, status);
}
