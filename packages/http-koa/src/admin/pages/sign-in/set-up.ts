import { InvalidInputError, isShaonError, type OpenAccessLink } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { newPasswordField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { code, name, value } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { html, NOTHING } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import { refusedPassword } from '../account/refused-password.ts';
import { afterPassword } from './sign-in.ts';

/**
 * The link's person, and the form for their password. Opening the link does not use it up, because programs that scan
 * messages open links too. The form moves the secret out of the address.
 */
export async function showSetUp(request: BrowserRequest): Promise<Answer> {
  const secret = request.params.secret ?? '';
  const link = await request.core.accounts.openLink(secret);
  if (link === null) return invalidLinkPage(request);
  request.answerInLanguageAndZoneOf(link);
  return request.show(setUpView(request, link, FormState.of({ link: secret })));
}

export async function setUp(request: BrowserRequest): Promise<Answer> {
  const { core, form, state } = request;
  const [secret, password] = [form.text('link'), form.text('password')];
  const link = await core.accounts.openLink(secret);
  if (link === null) return invalidLinkPage(request);
  request.answerInLanguageAndZoneOf(link);
  try {
    await core.accounts.useLink(secret, password, state.origin);
  } catch (error) {
    if (isShaonError(error, 'not_authenticated')) return invalidLinkPage(request);
    if (!(error instanceof InvalidInputError)) throw error;
    return request.show(setUpView(request, link, refusedPassword(request, error)));
  }
  const session = await core.accounts.signIn({ email: link.email, password }, state.origin);
  return {
    ...request.redirect(afterPassword(session, '/'), request.t.account.setUp.done),
    session: { secret: session.secret },
  };
}

function setUpView(request: BrowserRequest, link: OpenAccessLink, form: FormState): View {
  const { t, format } = request;
  const { setUp } = t.account;
  // Browsers store the password under the form's e-mail address.
  const fields = html`<input type="hidden" name="link" value="${form.value('link')}">
<input class="visually-hidden" type="email" name="email" value="${link.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${newPasswordField(form, t, { label: setUp.password, autofocus: true })}
${submitButton(setUp.button, { isWide: true })}`;
  const until = html`${value(format.shortDate(link.expiresAt))}, ${value(format.time(link.expiresAt))}`;
  return {
    title: setUp.title,
    lead: setUp.lead,
    layout: 'standalone',
    address: `/set-up/${form.value('link')}`,
    form,
    main: html`<dl class="pairs mb-4"><dt>${setUp.forWhom}</dt><dd>${name(link.name)}<br>${code(link.email)}</dd><dt>${setUp.company}</dt>
      <dd>${name(link.company.name)}</dd><dt>${setUp.until}</dt><dd>${until} ${format.zoneName()}</dd></dl>${postForm(request, '/set-up', fields)}`,
  };
}

/** The link was used, expired, unknown or of a disabled account; the page does not say which. */
function invalidLinkPage(request: BrowserRequest): Answer {
  const { setUp } = request.t.account;
  if (!request.has('account')) {
    return request.show({ title: setUp.goneTitle, lead: setUp.gone, layout: 'standalone', main: NOTHING }, 404);
  }
  const { title, forgot } = request.t.signIn;
  const signIn = linkButton(request, '/sign-in', title, { look: 'primary' });
  const another = request.core.messages.isMailing && linkButton(request, '/forgot', forgot.another);
  const main = html`<div class="acts">${signIn}${another}</div>`;
  return request.show({ title: setUp.goneTitle, lead: setUp.gone, layout: 'standalone', main }, 404);
}
