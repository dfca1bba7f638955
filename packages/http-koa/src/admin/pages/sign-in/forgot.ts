import { InvalidInputError, isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import { PageError } from '../../page-errors.ts';
import { tooManyAttempts } from '../account/too-many-attempts.ts';

/** Asking for a link to a new password; only where e-mails are sent. */
export function showForgot(request: BrowserRequest): Answer {
  if (!request.core.messages.isMailing) throw new PageError('notFound');
  return request.show(forgotView(request, FormState.of()));
}

/** Every address gets the same answer, so that it does not reveal who has an account. */
export async function askForLink(request: BrowserRequest): Promise<Answer> {
  const { core, form, state, t } = request;
  if (!core.messages.isMailing) throw new PageError('notFound');
  try {
    await core.accounts.forgotPassword(form.withoutMarks('email'), state.origin);
  } catch (error) {
    const { forgot } = t.signIn;
    if (error instanceof InvalidInputError) {
      return request.show(forgotView(request, FormState.refused(form, { email: [forgot.missing] }, null)));
    }
    if (!isShaonError(error, 'not_authenticated')) throw error;
    const { blockedUntil } = error.details;
    const problem = blockedUntil instanceof Date ? tooManyAttempts(request, blockedUntil) : t.signIn.refused;
    return request.show(forgotView(request, FormState.refused(form, {}, problem)));
  }
  const { sentTitle, sent } = t.signIn.forgot;
  const back = linkButton(request, '/sign-in', t.signIn.title, { look: 'primary' });
  return request.show({ title: sentTitle, lead: sent, layout: 'standalone', main: back });
}

function forgotView(request: BrowserRequest, form: FormState): View {
  const { t } = request;
  const { title, lead, button } = t.signIn.forgot;
  const fields = html`${textField(form, {
    name: 'email',
    label: t.signIn.email,
    type: 'email',
    ltr: true,
    autocomplete: 'username',
    required: true,
    autofocus: true,
  })}
${submitButton(button, { isWide: true })}`;
  const back = linkButton(request, '/sign-in', t.signIn.title, { look: 'quiet' });
  return {
    title,
    lead,
    layout: 'standalone',
    form,
    main: html`${postForm(request, '/forgot', fields)}<p class="mt-4">${back}</p>`,
  };
}
