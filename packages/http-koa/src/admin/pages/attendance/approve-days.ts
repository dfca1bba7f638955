import { type DayOfPerson, isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { confirmView } from '../../components/confirm.ts';
import { remark } from '../../components/flash.ts';
import { name, value } from '../../components/texts.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { chosenFilter, monthPath } from './sheet-query.ts';

/** The number of people on a page of the grid; nobody chooses more by hand. */
const MAX_PEOPLE = 200;

/** Asks before the days of the people chosen in the grid are approved: how many days of how many people. */
export async function askApproval(page: Page): Promise<Answer> {
  const { core, actor, t, format, query } = page;
  const month = query.get('month') ?? '';
  const back = monthPath(page, month);
  const texts = t.attendance.approve;
  const ids = idsOf([...query.getAll('employee'), ...(query.get('employees') ?? '').split(',')]);
  if (ids.length === 0) return page.redirect(back, { tone: 'wait', text: texts.nobodyChosen });
  const seen = page.now;
  const { pending, open, own } = await core.attendance.waitingDays(actor, { employee_ids: ids, month });
  const ofOwn = texts.own(own.length, format.number(own.length));
  if (pending.length === 0) return page.redirect(back, { tone: 'wait', text: own.length > 0 ? ofOwn : texts.nothing });
  const people = await namesOf(page, pending);
  page.disclosed({ what: 'attendance', people: people.length, dates: [`${month}-01`, pending.at(-1)?.date ?? month] });
  const days = texts.days(pending.length, format.number(pending.length));
  const rows = people.map(
    ({ employee, count }) =>
      html`<tr><th scope="row">${name(employee)}</th><td class="num">${value(format.number(count))}</td></tr>`,
  );
  return page.show(
    confirmView(page, {
      title: texts.title,
      question: html`${texts.question(days, texts.people(people.length, format.number(people.length)))}`,
      consequence: texts.lead(format.month(month)),
      facts: html`${open.length > 0 && remark('wait', texts.open(open.length, format.number(open.length)))}${own.length > 0 && remark('wait', ofOwn)}<table class="list tight mb-4"><caption class="visually-hidden">${texts.title}</caption><thead><tr><th scope="col">${texts.columns.name}</th><th scope="col">${texts.columns.days}</th></tr></thead><tbody>${rows}</tbody></table>`,
      fields: html`<input type="hidden" name="month" value="${month}"><input type="hidden" name="seen" value="${seen.getTime()}">${people.map(({ id }) => html`<input type="hidden" name="employee" value="${id}">`)}`,
      verb: texts.verb(days),
      keep: texts.keep,
      action: `/attendance/approve?${new URLSearchParams(chosenFilter(page))}`,
      back,
      navigation: '/attendance',
      crumbs: [{ href: back, label: format.month(month) }],
      isHarmless: true,
    }),
  );
}

/** Approves the days and reports how many it skipped because they changed after the question was shown. */
export async function approveDays(page: Page): Promise<Answer> {
  const { core, actor, t, format, form } = page;
  const month = form.text('month');
  const back = monthPath(page, month);
  const texts = t.attendance.approve;
  const ids = idsOf(form.all('employee'));
  if (ids.length === 0) return page.redirect(back, { tone: 'wait', text: texts.nobodyChosen });
  const unchangedSince = form.seenAt;
  const report = await core.attendance.approveMonth(actor, { employee_ids: ids, month }, { unchangedSince });
  const { approved, refused } = report;
  const done = texts.done(texts.days(approved.length, format.number(approved.length)));
  if (refused.length === 0) {
    return page.redirect(back, approved.length > 0 ? done : { tone: 'wait', text: texts.nothing });
  }
  const left = texts.refused(texts.days(refused.length, format.number(refused.length)));
  return page.redirect(back, { tone: 'wait', text: approved.length > 0 ? `${done} ${left}` : left });
}

function idsOf(texts: readonly string[]): number[] {
  const ids = texts.filter((text) => /^[1-9]\d{0,9}$/.test(text)).map(Number);
  return [...new Set(ids)].slice(0, MAX_PEOPLE);
}

/** The people of the days, and the number of days of each. */
async function namesOf({ core, actor }: Page, days: readonly DayOfPerson[]) {
  const counts = new Map<number, number>();
  for (const { employee_id } of days) counts.set(employee_id, (counts.get(employee_id) ?? 0) + 1);
  const people: { readonly id: number; readonly employee: string; readonly count: number }[] = [];
  for (const [id, count] of counts) {
    try {
      people.push({ id, employee: (await core.employees.get(actor, id)).name, count });
    } catch (error) {
      // People are never deleted, but a host's own people may be.
      if (!isShaonError(error, 'not_found')) throw error;
    }
  }
  return people;
}
