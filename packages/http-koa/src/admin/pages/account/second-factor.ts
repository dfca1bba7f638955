import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import type { FormPart } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
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

/** Takes the first code of the person's app. */
export const enrolment: FormPart<null> = {
  asksPassword: true,
  record: () => null,
  view: (page, _, form) => enrolmentView(page, form),
  async save(page) {
    const { core, actor, form, t } = page;
    const { recoveryCodes } = await core.accounts.confirmSecondFactor(actor, form.text('code'), contextOf(page));
    const parts = { lead: t.account.factor.codesLead, next: '/account', layout: 'narrow' } as const;
    return page.show(recoveryCodesView(page, recoveryCodes, parts));
  },
  refused: (page, error) => refusedProof(page, page.actor, error),
};

export const contextOf = ({ session, state }: Page) => ({ sessionId: session?.sessionId, origin: state.origin });

async function enrolmentView(page: Page, form: FormState): Promise<View> {
  return enrolView(page, {
    form,
    pending: await page.core.accounts.pendingSecondFactor(page.actor, { issuer: issuerOf(page) }),
    lead: page.t.account.factor.enrolLead,
    layout: 'narrow',
    action: '/account/second-factor/new',
  });
}
