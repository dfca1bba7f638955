import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { newPersonOf, personFields, refusedPerson, unitsOf } from './person-form.ts';

export function showNewPerson(page: Page): Promise<Answer> {
  return formPage(page, FormState.of({ salary_type: 'hourly' }));
}

/** SPEC 4, POST /employees: the same rules, the same welcome message, the same event. */
export async function addPerson(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  try {
    const { id, name } = await core.employees.create(actor, newPersonOf(form), page.once);
    const to = form.text('next') === 'another' ? '/people/new' : `/people/${id}`;
    return page.redirect(to, newPersonTexts(page).created(isolated(name)));
  } catch (error) {
    if (await page.isSentTwice(error)) return page.redirect('/people', { tone: 'wait', text: t.common.sentTwice });
    return formPage(page, refusedPerson(page, error));
  }
}

/** A product that welcomes its people itself sends no SMS here. */
function newPersonTexts({ core, t }: Page) {
  return core.messages.isWelcoming ? t.people.form : t.people.unwelcomed;
}

async function formPage(page: Page, form: FormState): Promise<Answer> {
  const { t } = page;
  const { addLead, create } = newPersonTexts(page);
  const buttons = html`<div class="acts">${submitButton(create)}${submitButton(t.people.form.createAnother, { look: 'quiet', name: 'next', value: 'another' })}${linkButton(page, '/people', t.common.cancel)}</div>`;
  const fields = personFields(page, form, await unitsOf(page), null);
  return page.show({
    title: t.people.form.addTitle,
    lead: addLead,
    crumbs: [{ href: '/people', label: t.people.title }],
    navigation: '/people',
    layout: 'narrow',
    form,
    main: postForm(page, '/people', html`${fields}${buttons}`, { once: true, keepsText: true }),
  });
}
