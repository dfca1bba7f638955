import { InvalidInputError, isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { hiddenUsername, textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { pathAfterSignIn } from '../../path-after-sign-in.ts';

export async function showConfirm(page: Page): Promise<Answer> {
  return page.show(await view(page, FormState.of({ next: page.query.get('next') })));
}

/** Checks the password again before a page that asks for it (D:A29). */
export async function confirmPassword(page: Page): Promise<Answer> {
  const { core, form, t, state, session, actor } = page;
  if (session === null) throw new PageError('notFound');
  try {
    await core.accounts.confirmPassword(actor, session.sessionId, form.text('password'), state.origin);
  } catch (error) {
    if (!(error instanceof InvalidInputError) && !isShaonError(error, 'not_authenticated')) throw error;
    return page.show(await view(page, FormState.refused(form, { password: [t.signIn.wrongPassword] }, null)));
  }
  return page.redirect(pathAfterSignIn(form.optional('next')));
}

async function view(page: Page, form: FormState): Promise<View> {
  const { core, actor, t } = page;
  const { email } = await core.accounts.own(actor);
  const fields = html`<input type="hidden" name="next" value="${form.value('next')}">
${hiddenUsername(email)}
${textField(form, { name: 'password', label: t.signIn.password, type: 'password', ltr: true, autocomplete: 'current-password', required: true, autofocus: true })}
${submitButton(t.signIn.confirmButton)}`;
  return {
    title: t.signIn.confirmTitle,
    lead: t.signIn.confirmLead,
    layout: 'narrow',
    form,
    main: postForm(page, '/confirm', fields),
  };
}
