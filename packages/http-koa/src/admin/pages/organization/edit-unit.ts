import { versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { postForm } from '../../components/post-form.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import { refusedForm } from '../../refused-form.ts';
import type { Page } from '../../visit.ts';
import { organizationCrumbs, unitFields, unitValues } from './unit-form.ts';
import { type Unit, type UnitKind, unitOf } from './unit-kind.ts';

export async function showEditUnit(page: Page, kind: UnitKind): Promise<Answer> {
  const unit = await unitOf(page, kind);
  const { name, address } = unit;
  return formPage(page, kind, unit, FormState.of({ name, address, version: versionOf(unit) }));
}

export async function editUnit(page: Page, kind: UnitKind): Promise<Answer> {
  const { form, t } = page;
  const unit = await unitOf(page, kind);
  try {
    const { name } = await kind.update(page, unit.id, unitValues(form), { expectedVersion: form.text('version') });
    return page.redirect('/organization', t.organization[kind.path].saved(name));
  } catch (error) {
    if (conflictOf(error) === 'changed') {
      return page.redirect(`/${kind.path}/${unit.id}/edit`, { tone: 'bad', text: t.common.changedByOthers });
    }
    return formPage(page, kind, unit, refusedForm(page, error));
  }
}

function formPage(page: Page, kind: UnitKind, { id, name }: Unit, form: FormState): Answer {
  const version = html`<input type="hidden" name="version" value="${form.value('version')}">`;
  return page.show({
    title: page.t.organization[kind.path].editTitle(name),
    crumbs: organizationCrumbs(page),
    navigation: '/people',
    layout: 'narrow',
    form,
    main: postForm(page, `/${kind.path}/${id}/edit`, html`${version}${unitFields(page, kind, form)}`),
  });
}
