import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import { submitButton } from '../../components/button.ts';
import { confirmView } from '../../components/confirm.ts';
import { hiddenUsername, textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { enrolView } from './enrol-view.ts';
import { recoveryCodesView } from './recovery-codes-view.ts';
import { refusedProof } from './refused-proof.ts';

/** The name under which a person's app stores the codes. */
export function issuerOf(request: BrowserRequest): string {
  return request.options.brand?.name ?? 'Shaon';
}

/** The secret is shown until its first code has confirmed it, because before that it opens nothing. */
export async function showEnrolment(page: Page): Promise<Answer> {
  const { since } = await page.core.accounts.secondFactor(page.actor);
  return since === null ? page.show(await enrolmentView(page, FormState.of())) : page.redirect('/account');
}

export async function beginEnrolment(page: Page): Promise<Answer> {
  await page.core.accounts.beginSecondFactor(page.actor);
  return page.redirect('/account/second-factor/new');
}

export async function confirmEnrolment(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  try {
    const { recoveryCodes } = await core.accounts.confirmSecondFactor(actor, form.text('code'), contextOf(page));
    return page.show(codesView(page, recoveryCodes, t.account.factor.codesLead));
  } catch (error) {
    return page.show(await enrolmentView(page, await refusedProof(page, actor, error)));
  }
}

export function showRenewal(page: Page): Answer {
  return page.show(renewalView(page, FormState.of()));
}

export async function renewCodes(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  try {
    const codes = await core.accounts.renewRecoveryCodes(actor, form.text('code'), contextOf(page));
    return page.show(codesView(page, codes, t.account.factor.renewedLead));
  } catch (error) {
    return page.show(renewalView(page, await refusedProof(page, actor, error)));
  }
}

export async function showRemoval(page: Page): Promise<Answer> {
  return page.show(await removalView(page, FormState.of()));
}

export async function removeFactor(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const proof = { current_password: form.text('current_password'), code: form.text('code') };
  try {
    await core.accounts.removeSecondFactor(actor, proof, contextOf(page));
  } catch (error) {
    return page.show(await removalView(page, await refusedProof(page, actor, error)));
  }
  return page.redirect('/account', t.account.factor.removed);
}

const contextOf = ({ session, state }: Page) => ({ sessionId: session?.sessionId, origin: state.origin });

async function enrolmentView(page: Page, form: FormState): Promise<View> {
  return enrolView(page, {
    form,
    pending: await page.core.accounts.pendingSecondFactor(page.actor, { issuer: issuerOf(page) }),
    lead: page.t.account.factor.enrolLead,
    layout: 'narrow',
    action: '/account/second-factor/new',
  });
}

const codesView = (page: Page, codes: readonly string[], lead: string): View =>
  recoveryCodesView(page, codes, { lead, next: '/account', layout: 'narrow' });

function renewalView(page: Page, form: FormState): View {
  const { t } = page;
  const { factor } = t.account;
  const fields = html`${codeField(page, form)}<div class="acts">${submitButton(factor.renewButton)}<a class="btn btn-quiet" href="${page.path('/account')}">${t.common.cancel}</a></div>`;
  return {
    title: factor.renewTitle,
    lead: factor.renewText,
    layout: 'narrow',
    navigation: '/account',
    crumbs: [{ href: '/account', label: t.account.title }],
    form,
    main: postForm(page, '/account/second-factor/codes', fields),
  };
}

async function removalView(page: Page, form: FormState): Promise<View> {
  const { core, actor, t } = page;
  const { email } = await core.accounts.own(actor);
  const { factor, password } = t.account;
  const current = textField(form, {
    name: 'current_password',
    label: password.current,
    type: 'password',
    ltr: true,
    autocomplete: 'current-password',
    required: true,
  });
  return confirmView(page, {
    title: factor.removeTitle,
    question: html`${factor.removeQuestion}`,
    consequence: factor.removeText,
    fields: html`${hiddenUsername(email)}${current}${codeField(page, form)}`,
    verb: factor.remove,
    keep: factor.keep,
    action: '/account/second-factor/remove',
    back: '/account',
    navigation: '/account',
    crumbs: [{ href: '/account', label: t.account.title }],
    form,
  });
}

const codeField = (page: Page, form: FormState) =>
  textField(form, {
    name: 'code',
    label: page.t.account.factor.proveCode,
    ltr: true,
    autocomplete: 'one-time-code',
    required: true,
    maxLength: 40,
  });
