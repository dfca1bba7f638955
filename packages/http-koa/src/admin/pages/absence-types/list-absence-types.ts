import type { AbsenceType } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated, name } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { settingsTabs } from '../company/settings-tabs.ts';

export function listAbsenceTypes(page: Page): Promise<Answer> {
  return show(page, page.returnedForm('/absence-types') ?? FormState.of());
}

export async function addAbsenceType(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  try {
    const { label } = await core.absenceTypes.create(actor, { label: form.text('label') }, page.once);
    return page.redirect('/absence-types', t.absenceTypes.added(isolated(label)));
  } catch (error) {
    if (await page.isSentTwice(error)) {
      return page.redirect('/absence-types', { tone: 'wait', text: t.common.sentTwice });
    }
    return show(page, refusedForm(page, error));
  }
}

async function show(page: Page, form: FormState): Promise<Answer> {
  const { core, actor, t } = page;
  const texts = t.absenceTypes;
  const types = await core.absenceTypes.list(actor);
  const add = html`${textField(form, { name: 'label', label: texts.newLabel, required: true, maxLength: 255 })}${submitButton(texts.add)}`;
  return page.show({
    title: texts.title,
    lead: texts.lead,
    crumbs: [{ href: '/company', label: t.company.title }],
    navigation: '/company',
    form,
    main: html`${settingsTabs(page, 'absenceTypes')}${types.length > 0 ? table(page, types) : html`<p class="muted mt-3">${texts.none}</p>`}<section class="section main-narrow"><h2 class="mb-2">${texts.addTitle}</h2>${postForm(page, '/absence-types', add, { once: true, keptOn: '/absence-types' })}</section>`,
  });
}

function table(page: Page, types: readonly AbsenceType[]): Html {
  const { columns, caption } = page.t.absenceTypes;
  return html`<table class="list mid"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">${columns.label}</th><th scope="col">${columns.state}</th><th scope="col" class="end"><span class="visually-hidden">${columns.actions}</span></th></tr></thead>
<tbody>${types.map((type) => row(page, type))}</tbody></table>`;
}

function row(page: Page, { id, label, is_retired }: AbsenceType): Html {
  const texts = page.t.absenceTypes;
  const shown = name(label);
  const way = is_retired
    ? postForm(
        page,
        `/absence-types/${id}/restore`,
        html`<button class="btn btn-quiet btn-sm" type="submit">${texts.restore(shown)}</button>`,
      )
    : html`<a class="btn btn-quiet btn-sm" href="${page.path(`/absence-types/${id}/retire`)}">${texts.retire(shown)}</a>`;
  return html`<tr${is_retired && html` class="past"`}><th scope="row" class="wrap-any">${shown}</th><td>${is_retired ? badge('off', 'pause', texts.retired) : html`<span class="muted">${texts.offered}</span>`}</td>
<td class="end"><div class="acts justify-content-end"><a class="btn btn-quiet btn-sm" href="${page.path(`/absence-types/${id}/rename`)}">${texts.rename(shown)}</a>${way}</div></td></tr>`;
}
