import { type Account, InvalidInputError, isShaonError } from '@shaon/core';
import { hiddenUsername, textField } from '../../components/fields.ts';
import type { NewForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import { PageError } from '../../page-errors.ts';
import { pathAfterSignIn } from '../../path-after-sign-in.ts';

/** Checks the password again before a page that asks for it (D:A29). */
export const passwordAgain: NewForm<Account> = {
  record: ({ core, actor }) => core.accounts.own(actor),
  values: (_, { query }) => ({ next: query.get('next') }),
  verb: ({ t }) => t.signIn.confirmButton,
  view: ({ t }) => ({ title: t.signIn.confirmTitle, lead: t.signIn.confirmLead }),
  fields: ({ t }, form, { email }) => html`<input type="hidden" name="next" value="${form.value('next')}">
${hiddenUsername(email)}
${textField(form, {
  name: 'password',
  label: t.signIn.password,
  type: 'password',
  ltr: true,
  autocomplete: 'current-password',
  required: true,
  autofocus: true,
})}`,
  async save(page) {
    const { core, form, state, session, actor } = page;
    if (session === null) throw new PageError('notFound');
    await core.accounts.confirmPassword(actor, session.sessionId, form.text('password'), state.origin);
    return page.redirect(pathAfterSignIn(form.optional('next')));
  },
  refused({ form, t }, error) {
    if (!(error instanceof InvalidInputError) && !isShaonError(error, 'not_authenticated')) throw error;
    return FormState.refused(form, { password: [t.signIn.wrongPassword] }, null);
  },
};
