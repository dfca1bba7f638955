import type { Answer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { hiddenUsername, newPasswordField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { PasswordChanger } from '../../page-route.ts';
import { refusedPassword } from '../account/refused-password.ts';

export async function showFirstPassword(changer: PasswordChanger): Promise<Answer> {
  return changer.request.show(await view(changer, FormState.of()));
}

/** The password of the SMS allows nothing but this change (D:W26, A15). */
export async function changeFirstPassword(changer: PasswordChanger): Promise<Answer> {
  const { request, actor, session } = changer;
  const { core, form, state, t } = request;
  try {
    const input = { password: form.text('password') };
    await core.accounts.changePassword(actor, input, { sessionId: session.sessionId, origin: state.origin });
  } catch (error) {
    return request.show(await view(changer, refusedPassword(request, error)));
  }
  return request.redirect('/', t.signIn.changed);
}

async function view({ request, actor }: Pick<PasswordChanger, 'request' | 'actor'>, form: FormState): Promise<View> {
  const { core, t } = request;
  const { email } = await core.accounts.own(actor);
  const fields = html`${hiddenUsername(email)}
${newPasswordField(form, t)}
${submitButton(t.signIn.changeButton, { isWide: true })}`;
  return {
    title: t.signIn.changeTitle,
    lead: t.signIn.changeLead,
    layout: 'standalone',
    form,
    main: html`${postForm(request, '/choose-password', fields)}`,
  };
}
