import { isShaonError, type LeaveGroupDetail } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { postForm } from '../../components/post-form.ts';
import { author, name, value } from '../../components/texts.ts';
import type { ConfirmPage } from '../../confirm-routes.ts';
import type { FormPart } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import { groupBadge, groupDates, leaveBadge } from '../leave/leave-badges.ts';
import { documentField, documentOf } from './document-field.ts';
import { ownEmployee } from './own-employee.ts';
import { attach } from './submit-leave.ts';

/** One of the reader's own requests: each day with its decision, and the document. */
export async function showMyRequest(page: Page): Promise<Answer> {
  return page.show(requestView(page, await ownGroup(page), FormState.of()));
}

/** Stores a document with the request and replaces an earlier one. */
export const newDocument: FormPart<LeaveGroupDetail> = {
  back: (_, { id }) => `/my-day/leave/${id}`,
  record: ownGroup,
  view: requestView,
  async save(page, { id }) {
    const { form, t } = page;
    const document = documentOf(page);
    const problem = document === null ? t.myLeave.fileMissing : 'problem' in document ? document.problem : null;
    if (document === null || 'problem' in document) {
      return FormState.refused(form, { document: [problem ?? ''] }, null);
    }
    await attach(page, id, document);
    return t.myLeave.attachedNow;
  },
  refused: (page, error) => refusedForm(page, error, { problems: { state_conflict: page.t.myLeave.notPending } }),
};

export const cancelling: ConfirmPage<LeaveGroupDetail> = {
  back: (_, { id }) => `/my-day/leave/${id}`,
  record: ownGroup,
  ask(page, group) {
    if (group.by_status.pending === 0) return notPending(page, group);
    const { cancel, cancelQuestion, cancelText, cancelKeep } = page.t.myLeave;
    return {
      title: cancelQuestion,
      question: html`${cancelQuestion}`,
      consequence: cancelText,
      facts: html`<p>${groupDates(page, group)}</p>`,
      verb: cancel,
      keep: cancelKeep,
      navigation: '/my-day/leave',
      isOnPhone: true,
    };
  },
  async save(page, { id }) {
    await page.core.leave.cancelGroup(page.actor, id);
    return page.redirect('/my-day/leave', page.t.myLeave.cancelled);
  },
  refused(page, error, group) {
    if (!isShaonError(error, 'state_conflict')) throw error;
    return notPending(page, group);
  },
};

/** Somebody has decided on it since the page with the link was opened. */
const notPending = (page: Page, { id }: LeaveGroupDetail): Answer =>
  page.redirect(`/my-day/leave/${id}`, { tone: 'wait', text: page.t.myLeave.notPending });

/** Only the reader's own requests are shown here; managers see everybody's elsewhere. */
async function ownGroup(page: Page): Promise<LeaveGroupDetail> {
  const employeeId = ownEmployee(page);
  const group = await page.core.leave.group(page.actor, page.id());
  if (group.employee.id !== employeeId) throw new PageError('notFound');
  return group;
}

function requestView(page: Page, group: LeaveGroupDetail, form: FormState): View {
  const { t, format } = page;
  const days = html`<section aria-labelledby="days"><h2 id="days" class="mb-2">${t.myLeave.dates}</h2><ul class="punches own-leave">${group.requests.map(
    ({ date, status, decided_by, manager_note }) =>
      html`<li><span>${format.weekday(date)} ${value(format.shortDate(date))}${
        manager_note !== null && html`<span class="sub d-block">”${name(manager_note)}”</span>`
      }${decided_by !== null && html`<span class="sub d-block">${author(t, decided_by)}</span>`}</span><span>${leaveBadge(page, status)}</span></li>`,
  )}</ul></section>`;
  const isPending = group.by_status.pending > 0;
  return {
    title: t.myLeave.requestTitle,
    heading: html`${t.myLeave.requestTitle}`,
    navigation: '/my-day/leave',
    layout: 'phone',
    form,
    main: html`<section class="state"><p class="strong fs-5">${groupDates(page, group)}</p><p>${groupBadge(page, group)}</p>
      <p class="muted small">${t.myLeave.requested} ${value(format.shortDate(group.created_at))}, ${value(format.time(group.created_at))}</p>
      </section>${days}${documentPart(page, group, form)}${
        isPending &&
        html`<p>${linkButton(page, `/my-day/leave/${group.id}/cancel`, t.myLeave.cancel, { look: 'danger-quiet' })}</p>`
      }`,
  };
}

/** A document on which a decision was based cannot be replaced. */
function documentPart(page: Page, group: LeaveGroupDetail, form: FormState): Html {
  const { t } = page;
  const attached =
    group.document !== null && html`<p class="mb-2">${t.myLeave.attached(name(group.document.name))}</p>`;
  const isEvidence = group.document !== null && group.by_status.pending < group.dates;
  const fields = html`${documentField(page, form, false)}${submitButton(t.myLeave.attach, { look: 'quiet', isWide: true })}`;
  return html`<section>${attached}${!isEvidence && postForm(page, `/my-day/leave/${group.id}/document`, fields, { multipart: true })}</section>`;
}
