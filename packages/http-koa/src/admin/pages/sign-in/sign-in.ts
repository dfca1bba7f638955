import { isShaonError, type SignedInPerson } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import { submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import { mustSignInAgain, secondFactorPath, signInPath } from '../../page-route.ts';
import { pathAfterSignIn } from '../../path-after-sign-in.ts';
import { tooManyAttempts } from '../account/too-many-attempts.ts';

export function showSignIn(request: BrowserRequest): Answer {
  if (request.state.person !== null && !mustSignInAgain(request))
    return request.redirect(pathAfterSignIn(request.query.get('next')));
  return request.show(signInView(request, FormState.of({ next: request.query.get('next') })));
}

/** Opens a session. Every refusal has the same text, so that it does not reveal whether an e-mail address exists. */
export async function signIn(request: BrowserRequest): Promise<Answer> {
  const { form, core, t, state } = request;
  try {
    const email = form.withoutMarks('email');
    const session = await core.accounts.signIn({ email, password: form.text('password') }, state.origin);
    const to = afterPassword(session, pathAfterSignIn(form.optional('next')));
    return { ...request.redirect(to), session: { secret: session.secret } };
  } catch (error) {
    if (!isShaonError(error, 'not_authenticated')) throw error;
    const { blockedUntil } = error.details;
    const problem = blockedUntil instanceof Date ? tooManyAttempts(request, blockedUntil) : t.signIn.refused;
    return request.show(signInView(request, FormState.refused(form, {}, problem)));
  }
}

/** The next page after the password. */
export function afterPassword({ actor }: SignedInPerson, next: string): string {
  if (actor.kind === 'password_change') return '/choose-password';
  return actor.kind === 'account' ? next : secondFactorPath(actor, next);
}

export async function signOut(request: BrowserRequest): Promise<Answer> {
  const { person } = request.state;
  if (person != null && person.session !== null) {
    await request.core.accounts.endSession(person.actor, person.session.sessionId);
  }
  return { ...request.redirect('/sign-in', request.t.signIn.signedOut), session: null };
}

function signInView(request: BrowserRequest, form: FormState): View {
  const { t } = request;
  const fields = html`<input type="hidden" name="next" value="${form.value('next')}">
${textField(form, {
  name: 'email',
  label: t.signIn.email,
  type: 'email',
  ltr: true,
  autocomplete: 'username',
  required: true,
  autofocus: form.value('email') === '',
})}
${textField(form, {
  name: 'password',
  label: t.signIn.password,
  type: 'password',
  ltr: true,
  autocomplete: 'current-password',
  required: true,
  help: t.signIn.passwordHelp,
})}
${submitButton(t.signIn.button, { isWide: true })}`;
  return {
    title: t.signIn.title,
    layout: 'standalone',
    address: signInPath(pathAfterSignIn(form.value('next'))),
    form,
    main: html`${postForm(request, '/sign-in', fields)}${helpOf(request)}`,
  };
}

/** Where e-mails are sent, people who forgot their password help themselves. */
function helpOf(request: BrowserRequest): Html {
  const { core, t } = request;
  const { help, forgot } = t.signIn;
  if (!core.messages.isMailing) return html`<p class="small muted mt-4">${help}</p>`;
  return html`<p class="mt-4"><a href="${request.path('/forgot')}">${forgot.link}</a></p><p class="small muted">${forgot.help}</p>`;
}
