import { type DayOfPerson, isShaonError } from '@shaon/core';
import { remark } from '../../components/flash.ts';
import { recordTable } from '../../components/record-table.ts';
import { name, value } from '../../components/texts.ts';
import type { ConfirmPage } from '../../confirm-routes.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { personDayPath } from './person-day.ts';
import { chosenFilter, monthPath, shownList } from './sheet-query.ts';

/** The number of people on a page of the grid; nobody chooses more by hand. */
const MAX_PEOPLE = 200;
/** The days without a partner of a punch that the question names one by one. */
const MAX_NAMED = 50;

interface Chosen {
  readonly month: string;
  readonly ids: readonly number[];
}

/** Approves the days of the people chosen in the grid, after saying how many days of how many people. */
export const approval: ConfirmPage<Chosen> = {
  query: chosenFilter,
  back: (page, { month }) => monthPath(page, month),
  record({ state, query, form }) {
    if (state.method === 'POST') return { month: form.text('month'), ids: idsOf(form.all('employee')) };
    const ids = idsOf([...query.getAll('employee'), ...(query.get('employees') ?? '').split(',')]);
    return { month: query.get('month') ?? '', ids };
  },
  async ask(page, { month, ids }) {
    const { core, actor, t, format } = page;
    const back = monthPath(page, month);
    const texts = t.attendance.approve;
    if (ids.length === 0) return page.redirect(back, { tone: 'wait', text: texts.nobodyChosen });
    const seen = page.now;
    const { pending, lackingPunch, open, own } = await core.attendance.waitingDays(actor, { employee_ids: ids, month });
    const ofOwn = texts.own(own.length, format.number(own.length));
    if (pending.length === 0) {
      return page.redirect(back, { tone: 'wait', text: own.length > 0 ? ofOwn : texts.nothing });
    }
    const people = await namesOf(page, pending);
    page.disclosed({
      what: 'attendance',
      people: people.length,
      dates: [`${month}-01`, pending.at(-1)?.date ?? month],
    });
    const days = texts.days(pending.length, format.number(pending.length));
    const table = await recordTable(
      texts.title,
      [
        { head: texts.columns.name, cell: ({ employee }) => name(employee) },
        { head: texts.columns.days, cell: ({ count }) => value(format.number(count)), className: 'num' },
      ],
      people,
      { className: 'tight mb-4' },
    );
    return {
      title: texts.title,
      question: html`${texts.question(days, texts.people(people.length, format.number(people.length)))}`,
      consequence: texts.lead(format.month(month)),
      facts: html`${lackingRemark(page, lackingPunch, people)}${
        open.length > 0 && remark('wait', texts.open(open.length, format.number(open.length)))
      }${own.length > 0 && remark('wait', ofOwn)}${table}`,
      fields: html`<input type="hidden" name="month" value="${month}"><input type="hidden" name="seen" value="${seen.getTime()}">${people.map(
        ({ id }) => html`<input type="hidden" name="employee" value="${id}">`,
      )}`,
      verb: texts.verb(days),
      keep: texts.keep,
      navigation: '/attendance',
      crumbs: [{ href: back, label: format.month(month) }],
      isHarmless: true,
    };
  },
  /** Reports how many it skipped because they changed after the question was shown. */
  async save(page, { month, ids }) {
    const { core, actor, t, format, form } = page;
    const texts = t.attendance.approve;
    const waiting = (text: string) => page.redirect(monthPath(page, month), { tone: 'wait', text });
    if (ids.length === 0) return waiting(texts.nobodyChosen);
    const unchangedSince = form.seenAt;
    const report = await core.attendance.approveMonth(actor, { employee_ids: ids, month }, { unchangedSince });
    const { approved, lackingPunch, refused } = report;
    const daysOf = (days: readonly DayOfPerson[]) => texts.days(days.length, format.number(days.length));
    const lacking = lackingPunch.length > 0 ? ` ${texts.approvedLacking(daysOf(lackingPunch))}` : '';
    const done = `${texts.done(daysOf(approved))}${lacking}`;
    if (refused.length === 0) return approved.length > 0 ? done : waiting(texts.nothing);
    const left = texts.refused(daysOf(refused));
    return waiting(approved.length > 0 ? `${done} ${left}` : left);
  },
};

/** The days whose hours are incomplete, each with a link to the day, so that they can be corrected first. */
function lackingRemark(
  page: Page,
  days: readonly DayOfPerson[],
  people: readonly { readonly id: number; readonly employee: string }[],
): Html | false {
  if (days.length === 0) return false;
  const { t, format } = page;
  const texts = t.attendance.approve;
  const list = shownList(page, 'month');
  const items = days.slice(0, MAX_NAMED).map(({ employee_id: id, date }) => {
    const employee = people.find((one) => one.id === id)?.employee ?? '';
    const href = page.path(personDayPath({ employee: { id }, date, list }));
    return html`<li><a href="${href}">${name(employee)}, ${value(format.shortDate(date))}</a></li>`;
  });
  const more = days.length - items.length;
  const words = html`${texts.lacking(days.length, format.number(days.length))}<ul class="plain">${items}${
    more > 0 && html`<li>${texts.more(format.number(more))}</li>`
  }</ul>`;
  return remark('wait', words);
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
