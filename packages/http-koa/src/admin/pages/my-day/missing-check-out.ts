import type { CorrectionRequest } from '@shaon/core';
import { linkButton } from '../../components/button.ts';
import { icon } from '../../components/icon.ts';
import { value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { ownEmployee } from './own-employee.ts';

/**
 * The oldest of the reader's days without a check-out, and the way to ask for it; those who correct their own days are
 * led to that instead. A request that waits makes the box amber. False if no check-out is missing.
 */
export async function missingCheckOut(
  page: Page,
  dates: readonly string[],
  requests: readonly CorrectionRequest[],
): Promise<Html | false> {
  const { core, actor, t, format } = page;
  const [date, ...others] = dates;
  if (date === undefined) return false;
  const own = ownEmployee(page);
  const day = await core.attendance.dayOfDate(actor, own, date);
  const since = day?.record.check_in ?? null;
  const isAsked = requests.some((request) => request.date === date && request.state === 'pending');
  const { waitsFor } = await core.attendance.whoDecides(actor, own);
  const query = new URLSearchParams({ date });
  const way =
    waitsFor === 'asker' && page.has('attendance')
      ? { to: `/attendance/people/${own}/correct?${query}`, label: t.attendance.correction.rebuild }
      : { to: `/my-day/correction?${query}`, label: t.corrections.askFor(format.longWeekday(date)) };
  const more =
    others.length > 0 &&
    html`<p class="small"><a href="${page.path('/my-day/month')}">${t.corrections.moreMissing(others.length, format.number(others.length))}</a></p>`;
  const said = isAsked ? t.corrections.waits : t.corrections.notCounted;
  return html`<section class="flash s-${isAsked ? 'wait' : 'bad'} mb-0" aria-labelledby="missing">${icon(isAsked ? 'half' : 'alert')}<div class="d-grid gap-2">
    <h2 class="fs-6" id="missing">${t.corrections.missing(format.longDate(date))}</h2>
    <p>${since !== null && html`${t.corrections.missingSince(value(format.time(since)))} `}${said}</p>${
      !isAsked && linkButton(page, way.to, way.label)
    }${more}</div></section>`;
}
