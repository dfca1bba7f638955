import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import { submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import { type FactorProver, secondFactorPath } from '../../page-route.ts';
import { pathAfterSignIn } from '../../path-after-sign-in.ts';
import { enrolView } from '../account/enrol-view.ts';
import { recoveryCodesView } from '../account/recovery-codes-view.ts';
import { refusedProof } from '../account/refused-proof.ts';
import { issuerOf } from '../account/second-factor.ts';

export function showProof(prover: FactorProver): Answer {
  const { request } = prover;
  return request.show(proofView(prover, FormState.of({ next: request.query.get('next') })));
}

/** Checks the app's code, or a recovery code, after the password. */
export async function proveFactor(prover: FactorProver): Promise<Answer> {
  const { request, actor, session } = prover;
  const { core, form, state } = request;
  try {
    const context = { sessionId: session.sessionId, origin: state.origin };
    await core.accounts.proveSecondFactor(actor, form.text('code'), context);
  } catch (error) {
    return request.show(proofView(prover, await refusedProof(request, actor, error)));
  }
  return request.redirect(pathAfterSignIn(form.optional('next')));
}

export async function showEnrolment(prover: FactorProver): Promise<Answer> {
  const { request } = prover;
  return request.show(await enrolmentView(prover, FormState.of({ next: request.query.get('next') })));
}

export async function beginEnrolment({ request, actor }: FactorProver): Promise<Answer> {
  await request.core.accounts.beginSecondFactor(actor);
  return request.redirect(secondFactorPath(actor, pathAfterSignIn(request.form.optional('next'))));
}

export async function confirmEnrolment(prover: FactorProver): Promise<Answer> {
  const { request, actor, session } = prover;
  const { core, form, state, t } = request;
  try {
    const context = { sessionId: session.sessionId, origin: state.origin };
    const { recoveryCodes } = await core.accounts.confirmSecondFactor(actor, form.text('code'), context);
    const next = pathAfterSignIn(form.optional('next'));
    return request.show(
      recoveryCodesView(request, recoveryCodes, { lead: t.account.factor.codesLead, next, layout: 'standalone' }),
    );
  } catch (error) {
    return request.show(await enrolmentView(prover, await refusedProof(request, actor, error)));
  }
}

async function enrolmentView({ request, actor }: FactorProver, form: FormState): Promise<View> {
  const view = enrolView(request, {
    form,
    pending: await request.core.accounts.pendingSecondFactor(actor, { issuer: issuerOf(request) }),
    lead: request.t.account.factor.requiredLead,
    layout: 'standalone',
    action: '/second-factor/new',
    next: form.value('next'),
  });
  return { ...view, address: addressOf(actor, form), main: html`${view.main}${leave(request)}` };
}

function proofView({ request, actor }: FactorProver, form: FormState): View {
  const { factor } = request.t.account;
  const fields = html`<input type="hidden" name="next" value="${form.value('next')}">
${textField(form, { name: 'code', label: factor.proveCode, ltr: true, autocomplete: 'one-time-code', required: true, autofocus: true, maxLength: 40 })}
${submitButton(factor.proveButton, { isWide: true })}`;
  return {
    title: factor.proveTitle,
    lead: factor.proveLead,
    layout: 'standalone',
    address: addressOf(actor, form),
    form,
    main: html`${postForm(request, '/second-factor', fields)}<p class="small muted mt-4">${factor.proveHelp}</p>${leave(request)}`,
  };
}

/** The address at which the page can be opened again, with the page requested before. */
function addressOf(actor: FactorProver['actor'], form: FormState): string {
  return secondFactorPath(actor, pathAfterSignIn(form.value('next')));
}

/** Signs out a person who signed in as somebody else. */
function leave(request: BrowserRequest): Html {
  const button = submitButton(request.t.common.signOut, { look: 'quiet' });
  return html`<div class="mt-4">${postForm(request, '/sign-out', button)}</div>`;
}
