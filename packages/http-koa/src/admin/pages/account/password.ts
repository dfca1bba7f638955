import type { Answer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { hiddenUsername, textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedProof } from './refused-proof.ts';

export async function showPassword(page: Page): Promise<Answer> {
  return page.show(await view(page, FormState.of()));
}

/** Changes the person's own password; all their other sessions end. */
export async function changePassword(page: Page): Promise<Answer> {
  const { core, actor, form, session, state, t } = page;
  const input = { current_password: form.text('current_password'), password: form.text('password') };
  try {
    await core.accounts.changePassword(actor, input, { sessionId: session?.sessionId, origin: state.origin });
  } catch (error) {
    return page.show(await view(page, await refusedProof(page, actor, error)));
  }
  return page.redirect('/account', t.account.password.changed);
}

async function view(page: Page, form: FormState): Promise<View> {
  const { core, actor, t } = page;
  const { password, title } = t.account;
  const { email } = await core.accounts.own(actor);
  const fields = html`${hiddenUsername(email)}
${textField(form, { name: 'current_password', label: password.current, type: 'password', ltr: true, autocomplete: 'current-password', required: true })}
${textField(form, { name: 'password', label: t.signIn.newPassword, type: 'password', ltr: true, autocomplete: 'new-password', required: true, help: t.signIn.newPasswordHelp })}
<div class="acts">${submitButton(t.signIn.changeButton)}<a class="btn btn-quiet" href="${page.path('/account')}">${t.common.cancel}</a></div>`;
  return {
    title: password.change,
    lead: password.lead,
    layout: 'narrow',
    navigation: '/account',
    crumbs: [{ href: '/account', label: title }],
    form,
    main: postForm(page, '/account/password', fields),
  };
}
