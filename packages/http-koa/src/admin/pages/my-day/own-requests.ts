import { type CorrectionRequest, isShaonError } from '@shaon/core';
import { addDays, DAY_MS } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { icon } from '../../components/icon.ts';
import { postForm } from '../../components/post-form.ts';
import { value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { requestsOf } from '../corrections/correction-query.ts';
import { requestWords } from '../corrections/request-words.ts';
import { ownDayPath, ownEmployee } from './own-employee.ts';

/** How long an answer is told on the reader's day. */
const TOLD_MS = 14 * DAY_MS;
/** Those that wait, and those that were answered within 14 days. */
export async function toldRequests(page: Page): Promise<readonly CorrectionRequest[]> {
  const today = page.format.calendarDate(page.now);
  const from = addDays(today, -page.company.correctionDays - TOLD_MS / DAY_MS);
  const all = await requestsOf(page, ownEmployee(page), { from, to: today });
  const since = page.now.getTime() - TOLD_MS;
  return all.filter(
    ({ state, decided_at }) =>
      state === 'pending' || (state !== 'withdrawn' && decided_at !== null && decided_at.getTime() >= since),
  );
}

/** The requests as links to their days. */
export function requestList(page: Page, requests: readonly CorrectionRequest[]): Html | false {
  const { t } = page;
  if (requests.length === 0) return false;
  const rows = requests.map((request) => {
    const { date } = request;
    return html`<a class="row0 text-reset text-decoration-none"
      href="${page.path(ownDayPath(date))}"><span class="d">${page.format.weekday(date)} ${Number(date.slice(8))}</span><span
      class="two-line"><span>${requestWords(page, request)}</span><span
      class="small muted">${answerWords(page, request)}</span></span><span></span>${icon('next', { turns: true })}</a>`;
  });
  return html`<section aria-labelledby="requests"><h2 id="requests" class="mb-2">${t.corrections.own}</h2><div class="days">${rows}</div></section>`;
}

/** What became of a request, when, and whether it has a note. */
export function answerWords({ t, format }: Page, { state, decided_at, note }: CorrectionRequest): Html {
  const { states, hasNote } = t.corrections;
  return html`${states[state]}${decided_at !== null && html`, ${value(format.shortDate(decided_at))}`}${note !== null && html`; ${hasNote}`}`;
}

export const withdrawForm = (page: Page, { id }: CorrectionRequest): Html =>
  postForm(
    page,
    `/my-day/corrections/${id}/withdraw`,
    submitButton(page.t.corrections.withdraw, { look: 'quiet', isWide: true }),
    { className: 'd-grid' },
  );

/** Takes back one of the reader's own requests; one that was decided meanwhile is shown with its answer. */
export async function withdrawRequest(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const request = await core.correctionRequests.get(actor, page.id());
  if (request.employee_id !== ownEmployee(page)) throw new PageError('notFound');
  const back = ownDayPath(request.date);
  try {
    await core.correctionRequests.withdraw(actor, request.id);
    return page.redirect(back, t.corrections.withdrawn);
  } catch (error) {
    if (!isShaonError(error, 'state_conflict') && !isShaonError(error, 'month_closed')) throw error;
    const { state } = await core.correctionRequests.get(actor, request.id);
    return page.redirect(back, { tone: 'wait', text: t.corrections.states[state] });
  }
}
