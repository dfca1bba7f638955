import { isShaonError, type SignedInPerson } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import { mustSignInAgain, secondFactorPath, signInPath } from '../../page-route.ts';
import type { Visit } from '../../visit.ts';
import { tooManyAttempts } from '../account/too-many-attempts.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';

export function showSignIn(visit: Visit): Answer {
  if (visit.state.person !== null && !mustSignInAgain(visit))
    return visit.redirect(pathAfterSignIn(visit.query.get('next')));
  return visit.show(signInView(visit, FormState.of({ next: visit.query.get('next') })));
}

/** Opens a session. Every refusal has the same text, so that it does not reveal whether an e-mail address exists. */
export async function signIn(visit: Visit): Promise<Answer> {
  const { form, core, t, state } = visit;
  try {
    const email = form.text('email').trim();
    const session = await core.accounts.signIn({ email, password: form.text('password') }, state.origin);
    const to = afterPassword(session, pathAfterSignIn(form.optional('next')));
    return { ...visit.redirect(to), session: { secret: session.secret } };
  } catch (error) {
    if (!isShaonError(error, 'not_authenticated')) throw error;
    const { blockedUntil } = error.details;
    const problem = blockedUntil instanceof Date ? tooManyAttempts(visit, blockedUntil) : t.signIn.refused;
    return visit.show(signInView(visit, FormState.refused(form, {}, problem)));
  }
}

/** The next page after the password. */
export function afterPassword({ actor }: SignedInPerson, next: string): string {
  if (actor.kind === 'password_change') return '/choose-password';
  return actor.kind === 'account' ? next : secondFactorPath(actor, next);
}

export async function signOut(visit: Visit): Promise<Answer> {
  const { person } = visit.state;
  if (person != null && person.session !== null) {
    await visit.core.accounts.endSession(person.actor, person.session.sessionId);
  }
  return { ...visit.redirect('/sign-in', visit.t.signIn.signedOut), session: null };
}

function signInView(visit: Visit, form: FormState): View {
  const { t } = visit;
  const fields = html`<input type="hidden" name="next" value="${form.value('next')}">
${textField(form, { name: 'email', label: t.signIn.email, type: 'email', ltr: true, autocomplete: 'username', required: true, autofocus: form.value('email') === '' })}
${textField(form, { name: 'password', label: t.signIn.password, type: 'password', ltr: true, autocomplete: 'current-password', required: true, help: t.signIn.passwordHelp })}
${submitButton(t.signIn.button, { isWide: true })}`;
  return {
    title: t.signIn.title,
    layout: 'standalone',
    address: signInPath(pathAfterSignIn(form.value('next'))),
    form,
    main: html`${postForm(visit, '/sign-in', fields)}<p class="small muted mt-4">${t.signIn.help}</p>`,
  };
}
