import type { NewAccount } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { radios, textField } from '../../components/fields.ts';
import { oneTimeLinkView } from '../../components/one-time-link.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { accountCrumbs } from './account-of-path.ts';

export function showInvitation(page: Page): Answer {
  return formPage(page, FormState.of({ role: 'manager' }));
}

/** Creates the account and shows its link, only once. */
export async function inviteAccount(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const input = {
    name: form.text('name'),
    email: form.withoutMarks('email'),
    role: form.text('role') as NewAccount['role'],
  };
  try {
    const { account, link } = await core.accounts.create(actor, input, page.once);
    const crumbs = accountCrumbs(page);
    return page.show(
      oneTimeLinkView(page, link, { who: account.name, next: '/accounts', navigation: '/company', crumbs }),
    );
  } catch (error) {
    if (await page.isSentTwice(error)) {
      return page.redirect('/accounts', { tone: 'wait', text: t.accounts.link.alreadyShown });
    }
    const texts = { email: { unique: t.accounts.form.emailTaken, email: t.common.emailWrong } };
    return formPage(page, refusedForm(page, error, { texts }));
  }
}

function formPage(page: Page, form: FormState): Answer {
  const { t } = page;
  const texts = t.accounts.form;
  const { roles, roleHelp } = t.people;
  const choices = (['manager', 'admin'] as const).map((role) => ({
    value: role,
    label: roles[role],
    help: roleHelp[role],
  }));
  const fields = html`${textField(form, { name: 'name', label: texts.name, required: true, maxLength: 255, autocomplete: 'off' })}
${textField(form, { name: 'email', label: texts.email, help: texts.emailHelp, type: 'email', required: true, ltr: true, autocomplete: 'off' })}
${radios(form, { name: 'role', label: texts.role, choices })}
<div class="acts">${submitButton(texts.create)}${linkButton(page, '/accounts', t.common.cancel)}</div>`;
  return page.show({
    title: texts.title,
    lead: texts.lead,
    crumbs: accountCrumbs(page),
    navigation: '/company',
    layout: 'narrow',
    form,
    main: postForm(page, '/accounts', fields, { once: true, keepsText: true }),
  });
}
