import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { postForm } from '../../components/post-form.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../visit.ts';
import { newPersonOf, personFields, refusedPerson, unitsOf } from './person-form.ts';

export function showNewPerson(page: Page): Promise<Answer> {
  return formPage(page, FormState.of({ salary_type: 'hourly' }));
}

/** SPEC 4, POST /employees: the same rules, the same welcome message, the same event. */
export async function addPerson(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  try {
    const { id, name } = await core.employees.create(actor, newPersonOf(form), page.once);
    return page.redirect(`/people/${id}`, t.people.form.created(name));
  } catch (error) {
    if (conflictOf(error) === 'sent_twice') return page.redirect('/people', { tone: 'wait', text: t.common.sentTwice });
    return formPage(page, refusedPerson(page, error));
  }
}

async function formPage(page: Page, form: FormState): Promise<Answer> {
  const { t } = page;
  const texts = t.people.form;
  const buttons = html`<div class="acts">${submitButton(texts.create)}${linkButton(page, '/people', t.common.cancel)}</div>`;
  const fields = personFields(page, form, await unitsOf(page), null);
  return page.show({
    title: texts.addTitle,
    lead: texts.addLead,
    crumbs: [{ href: '/people', label: t.people.title }],
    navigation: '/people',
    layout: 'narrow',
    form,
    main: postForm(page, '/people', html`${fields}${buttons}`, { once: true }),
  });
}
