import type { Account, SessionSummary } from '@shaon/core';
import { hiddenUsername, newPasswordField, textField } from '../../components/fields.ts';
import { type ConfirmPage, confirmRoutes } from '../../confirm-routes.ts';
import { formRoutes, type NewForm, partRoute } from '../../form-routes.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { everyone, get, type PageRoute, post } from '../../page-route.ts';
import { saveDisplay } from './display.ts';
import { noticeRoutes } from './notices.ts';
import { recoveryCodesView } from './recovery-codes-view.ts';
import { refusedProof } from './refused-proof.ts';
import { beginEnrolment, contextOf, enrolment, showEnrolment } from './second-factor.ts';
import { deviceOf } from './sessions.ts';
import { showAccount } from './show-account.ts';

/* The pages on which people see and change their own account. */

const ownAccount = ({ core, actor }: Page): Promise<Account> => core.accounts.own(actor);

/** Where the pages below a person's own account stand. */
const place = ({ t }: Page) => ({ navigation: '/account', crumbs: [{ href: '/account', label: t.account.title }] });

/** What these pages share: the account to which they lead back, and a wrong password or code beside its field. */
const ownForm = {
  back: '/account',
  refused: (page: Page, error: unknown) => refusedProof(page, page.actor, error),
} as const;

/** Changes the person's own password; all their other sessions end. */
const password: NewForm<Account> = {
  ...ownForm,
  record: ownAccount,
  values: () => ({}),
  verb: ({ t }) => t.signIn.changeButton,
  view: (page) => ({ title: page.t.account.password.change, lead: page.t.account.password.lead, ...place(page) }),
  fields: ({ t }, form, { email }) => html`${hiddenUsername(email)}
${currentPassword(t.account.password.current, form)}
${newPasswordField(form, t)}`,
  async save(page) {
    const { core, actor, form, t } = page;
    const input = { current_password: form.text('current_password'), password: form.text('password') };
    await core.accounts.changePassword(actor, input, contextOf(page));
    return t.account.password.changed;
  },
};

const renewal: NewForm<null> = {
  ...ownForm,
  record: () => null,
  values: () => ({}),
  verb: ({ t }) => t.account.factor.renewButton,
  view: (page) => ({ title: page.t.account.factor.renewTitle, lead: page.t.account.factor.renewText, ...place(page) }),
  fields: codeField,
  async save(page) {
    const { core, actor, form, t } = page;
    const codes = await core.accounts.renewRecoveryCodes(actor, form.text('code'), contextOf(page));
    const parts = { lead: t.account.factor.renewedLead, next: '/account', layout: 'narrow' } as const;
    return page.show(recoveryCodesView(page, codes, parts));
  },
};

const removal: ConfirmPage<Account> = {
  ...ownForm,
  record: ownAccount,
  ask(page, { email }, form) {
    const { factor, password: words } = page.t.account;
    return {
      title: factor.removeTitle,
      question: html`${factor.removeQuestion}`,
      consequence: factor.removeText,
      fields: html`${hiddenUsername(email)}${currentPassword(words.current, form)}${codeField(page, form)}`,
      verb: factor.remove,
      keep: factor.keep,
      ...place(page),
    };
  },
  async save(page) {
    const { core, actor, form, t } = page;
    const proof = { current_password: form.text('current_password'), code: form.text('code') };
    await core.accounts.removeSecondFactor(actor, proof, contextOf(page));
    return t.account.factor.removed;
  },
};

function codeField({ t }: Page, form: FormState): Html {
  const field = { name: 'code', label: t.account.factor.proveCode, autocomplete: 'one-time-code', maxLength: 40 };
  return textField(form, { ...field, ltr: true, required: true });
}

function currentPassword(label: string, form: FormState): Html {
  const field = { name: 'current_password', label, type: 'password', autocomplete: 'current-password' } as const;
  return textField(form, { ...field, ltr: true, required: true });
}

const endSession: ConfirmPage<SessionSummary | undefined> = {
  back: '/account',
  /** One of the person's own open sessions; the service refuses other people's, and takes one that has ended. */
  record: async (page) => (await page.core.accounts.listSessions(page.actor)).find(({ id }) => id === page.id()),
  ask(page, session) {
    if (session === undefined) throw new PageError('notFound');
    const { t, format } = page;
    const { endTitle, endQuestion, endText, end, columns } = t.account.sessions;
    return {
      title: endTitle,
      question: html`${endQuestion}`,
      consequence: endText,
      facts: html`<dl class="pairs mb-4"><dt>${columns.device}</dt><dd>${deviceOf(page, session)}</dd><dt>${columns.seen}</dt>
        <dd>${format.ago(session.lastSeenAt)}</dd></dl>`,
      verb: end,
      keep: t.account.factor.keep,
      ...place(page),
    };
  },
  async save(page) {
    await page.core.accounts.endSession(page.actor, page.id());
    return page.t.account.sessions.ended;
  },
};

const endOthers: ConfirmPage<null> = {
  back: '/account',
  record: () => null,
  ask(page) {
    const { t } = page;
    const { endOthersTitle, endOthersQuestion, endOthersText, endOthers: verb } = t.account.sessions;
    return {
      title: endOthersTitle,
      question: html`${endOthersQuestion}`,
      consequence: endOthersText,
      verb,
      keep: t.account.factor.keep,
      ...place(page),
    };
  },
  async save({ core, actor, session, t }) {
    await core.accounts.endAllSessions(actor, { exceptSessionId: session?.sessionId });
    return t.account.sessions.endedOthers;
  },
};

export const accountRoutes: readonly PageRoute[] = [
  get('/account', everyone, showAccount),
  post('/account/display', everyone, saveDisplay),
  ...noticeRoutes,
  ...formRoutes('/account/password', everyone, password),
  get('/account/second-factor/new', everyone, showEnrolment, { asksPassword: true }),
  partRoute('/account/second-factor/new', everyone, enrolment),
  post('/account/second-factor/new/begin', everyone, beginEnrolment, { asksPassword: true }),
  ...formRoutes('/account/second-factor/codes', everyone, renewal),
  ...confirmRoutes('/account/second-factor/remove', everyone, removal),
  ...confirmRoutes('/account/sessions/end-others', everyone, endOthers),
  ...confirmRoutes('/account/sessions/:id/end', everyone, endSession),
];
