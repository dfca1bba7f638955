import type { CompanyMonth, MonthAdjustment, MonthClosing, MonthWork } from '@shaon/core';
import { MINUTE_MS } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { selectField, textArea } from '../../components/fields.ts';
import { icon } from '../../components/icon.ts';
import { postForm } from '../../components/post-form.ts';
import { recordTable } from '../../components/record-table.ts';
import { author, name, value } from '../../components/texts.ts';
import { type FormPart, partRoute } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { admins, get, managers, type PageRoute } from '../../page-route.ts';
import { refusedForm } from '../../refused-form.ts';
import { personDayPath } from '../attendance/person-day.ts';
import { openRequest, requestsOf } from '../corrections/correction-query.ts';
import { downloadPayroll } from './download-payroll.ts';
import { approvedOf, changedAbsences, exportAdjustments } from './export-adjustments.ts';
import { chosenMonth, discloseMonth, monthStepper, monthTabs } from './month-frame.ts';
import { showPayroll } from './payroll.ts';
import { listRegisters, showRegister } from './register.ts';
import { savingColumns } from './save-payroll-columns.ts';

/* Closing a month (D:A98): admins close and reopen, managers see. */

/** A month, with the departments that its page names. */
interface ShownMonth {
  readonly month: CompanyMonth;
  readonly departments: ReadonlyMap<number, string>;
}

/** The page's refused form; the other one has its initial values. */
interface MonthForms {
  readonly closing?: FormState;
  readonly reopening?: FormState;
}

const showMonth = async (page: Page): Promise<Answer> => page.show(await monthView(page, await readMonth(page), {}));

async function readMonth(page: Page): Promise<ShownMonth> {
  const { core, actor } = page;
  const departments = await core.organization.departments(actor);
  return {
    month: await core.months.get(actor, chosenMonth(page)),
    departments: new Map(departments.map(({ id, name }) => [id, name])),
  };
}

const pathOf = ({ month }: ShownMonth, below = ''): string =>
  `/month${below}?${new URLSearchParams({ month: month.month })}`;

const standing = ({ closings }: CompanyMonth): MonthClosing[] =>
  closings.filter(({ reopened_at }) => reopened_at === null);

async function monthView(page: Page, shown: ShownMonth, forms: MonthForms): Promise<View> {
  const texts = page.t.months;
  const { month } = shown;
  const { adjustments } = month;
  const called = page.format.month(month.month);
  discloseMonth(page, month.month, adjustments.length);
  const isClosed = month.state === 'closed';
  const state = isClosed ? badge('off', 'lock', texts.states.closed) : badge('open', 'ring', texts.states.open);
  return {
    title: texts.pageTitle(called),
    heading: html`<span>${texts.pageTitle(called)}</span>${state}`,
    lead: leadOf(page, month),
    actions: [monthStepper(page, month.month)],
    navigation: '/month',
    main: html`${monthTabs(page, 'closing', month.month)}${figures(page, month)}
<div class="two section"><div>${await adjustmentsSection(page, month)}${
      isClosed ? false : await workSection(page, month)
    }${await departmentsSection(page, shown)}</div>
<div class="aside">${page.isAdmin && html`${closingForm(page, shown, forms)}${reopeningForm(page, shown, forms)}`}${story(page, shown)}</div></div>`,
    ...(forms.closing !== undefined && { form: forms.closing }),
    ...(forms.reopening !== undefined && { form: forms.reopening }),
  };
}

function leadOf(page: Page, month: CompanyMonth): Html {
  const texts = page.t.months;
  const closing = standing(month).find(({ department_id }) => department_id === null);
  if (closing === undefined) return html`${texts.lead}`;
  return texts.closedLead(author(page.t, closing.closed_by), moment(page, closing.closed_at));
}

const moment = ({ format }: Page, at: Date): Html => html`${value(format.shortDate(at))}, ${value(format.time(at))}`;

function figures(page: Page, month: CompanyMonth): Html {
  const { figures: texts } = page.t.months;
  const hours = (label: string, minutes: number) =>
    html`<div><dt>${label}</dt><dd>${value(hoursOf(page, minutes))} <small>${texts.hours}</small></dd></div>`;
  return html`<dl class="figures"><div><dt>${texts.people}</dt><dd>${value(page.format.number(month.people))}</dd>
    </div>${hours(texts.approved, month.approved_minutes)}${hours(texts.pending, month.pending_minutes)}${hours(texts.rejected, month.rejected_minutes)}</dl>`;
}

const hoursOf = ({ format }: Page, minutes: number): string => format.hours(minutes * MINUTE_MS);

/** With the sign of the difference; a real minus. */
function signed(page: Page, minutes: number): Html {
  const sign = minutes > 0 ? '+' : minutes < 0 ? '−' : '';
  return value(`${sign}${hoursOf(page, Math.abs(minutes))}`);
}

/** What is left, each with a link to where its work begins; a finished line keeps its place. */
async function workSection(page: Page, month: CompanyMonth): Promise<Html> {
  const texts = page.t.months;
  const lines = month.left.map(async (work) => {
    const { kind, count, first } = work;
    if (first === null) {
      return html`<li class="done"><span class="many">${icon('check')}</span><span><span class="what">${texts.work[kind]}</span><span
        class="sub">${texts.done}</span></span><span></span></li>`;
    }
    const from = texts.from(value(page.format.shortDate(first.date)));
    const to = await workPath(page, month.month, work);
    const act = to !== null && linkButton(page, to, texts.actOn(texts.acts[kind], texts.work[kind]), { isSmall: true });
    return html`<li><span class="many">${value(
      page.format.number(count),
    )}</span><span><span class="what">${texts.work[kind]}</span><span class="sub">${from}</span></span>${act || html`<span></span>`}</li>`;
  });
  return html`<section><h2 class="mb-2">${texts.left}</h2><ol class="work">${await Promise.all(lines)}</ol></section>`;
}

/** The page on which work of a kind begins; null if the product does not have it. */
async function workPath(page: Page, month: string, { kind, first }: MonthWork): Promise<string | null> {
  if (kind === 'leave') return page.has('leave') ? '/leave' : null;
  if (first === null || !page.has('attendance')) return null;
  if (kind === 'correction_request') {
    const { employee_id, date } = first;
    const request = openRequest(await requestsOf(page, employee_id, { from: date, to: date }));
    return request === null ? '/corrections' : `/corrections/${request.id}`;
  }
  if (kind === 'waiting_day') return `/attendance?${new URLSearchParams({ month, state: 'pending' })}`;
  return personDayPath({ employee: { id: first.employee_id }, date: first.date, list: {} });
}

async function departmentsSection(page: Page, { month, departments }: ShownMonth): Promise<Html | false> {
  const texts = page.t.months;
  if (month.departments.length === 0) return false;
  const closed = new Set(standing(month).map(({ department_id }) => department_id));
  const table = await recordTable(
    texts.byDepartment,
    [
      {
        head: texts.columns.department,
        cell: ({ department_id: id }) =>
          html`${departmentName(page, departments, id)}${id !== null && closed.has(id) && html`<span class="sub">${texts.departmentClosed}</span>`}`,
        className: 'wrap-any',
      },
      { head: texts.columns.people, cell: ({ people }) => value(page.format.number(people)), from: 'sm' },
      { head: texts.columns.approved, cell: ({ approved_minutes }) => value(hoursOf(page, approved_minutes)) },
      {
        head: texts.columns.left,
        cell: ({ correction_request, missing_punch, leave, waiting_day }) =>
          value(page.format.number(correction_request + missing_punch + leave + waiting_day)),
      },
    ],
    month.departments,
    { className: 'mid' },
  );
  return html`<section class="section"><h2>${texts.byDepartment}</h2>${table}</section>`;
}

function departmentName(page: Page, departments: ReadonlyMap<number, string>, id: number | null): Html {
  const known = id === null ? undefined : departments.get(id);
  return known === undefined ? html`<span class="muted">${page.t.months.noDepartment}</span>` : name(known);
}

async function adjustmentsSection(page: Page, month: CompanyMonth): Promise<Html | false> {
  const texts = page.t.months;
  const { adjustments } = month;
  if (!month.closings.some(({ department_id }) => department_id === null)) return false;
  const heading = html`<h2>${texts.adjustments}</h2>`;
  if (adjustments.length === 0)
    return html`<section class="mb-4">${heading}<p class="small muted">${texts.noAdjustments}</p></section>`;
  const table = await recordTable(
    texts.adjustments,
    [
      {
        head: texts.columns.name,
        cell: (row) => html`<span class="strong">${name(row.employee.name)}</span>${absencesChanged(page, row)}`,
        className: 'wrap-any',
      },
      { head: texts.columns.before, cell: ({ before }) => value(hoursOf(page, approvedOf(before))), from: 'sm' },
      { head: texts.columns.now, cell: ({ now }) => value(hoursOf(page, approvedOf(now))) },
      { head: texts.columns.difference, cell: ({ before, now }) => signed(page, approvedOf(now) - approvedOf(before)) },
    ],
    adjustments,
    { className: 'mid' },
  );
  const file = linkButton(
    page,
    `/month/adjustments?${new URLSearchParams({ month: month.month })}`,
    texts.adjustmentsFile,
    {
      icon: 'download',
      isSmall: true,
    },
  );
  return html`<section class="mb-4">${heading}<p class="small muted mb-2">${texts.adjustmentsLead}</p>${table}<div class="acts mt-3">${file}</div></section>`;
}

/** A line for each kind of absence of which other days are paid than were. */
function absencesChanged(page: Page, row: MonthAdjustment): Html[] {
  const texts = page.t.months;
  return changedAbsences(row).map(({ label, before, now }) => {
    const [then, today] = [before, now].map((days) => page.format.number(days));
    return html`<span class="sub">${texts.absenceDays(name(label), then ?? '', today ?? '')}</span>`;
  });
}

const monthField = ({ month }: ShownMonth): Html => html`<input type="hidden" name="month" value="${month.month}">`;

function closingForm(page: Page, shown: ShownMonth, { closing }: MonthForms): Html | false {
  const texts = page.t.months;
  const { month, departments } = shown;
  if (month.state === 'closed') return false;
  const heading = html`<h2>${texts.close}</h2>`;
  if (page.format.calendarDate(page.now) < month.closable_from) {
    const from = value(page.format.shortDate(month.closable_from));
    return html`<section>${heading}<p class="small muted">${texts.closableFrom(from)}</p></section>`;
  }
  const form = closing ?? FormState.of();
  const closed = new Set(standing(month).map(({ department_id }) => department_id));
  const choices = [...departments]
    .filter(([id]) => !closed.has(id))
    .map(([id, label]) => ({ value: String(id), label }));
  const what =
    choices.length > 0 &&
    selectField(form, {
      name: 'department_id',
      label: texts.what,
      choices: [{ value: '', label: texts.whole }, ...choices],
    });
  const isLeft = month.left.some(({ count }) => count > 0);
  const reason = textArea(form, {
    name: 'reason',
    label: texts.reason,
    help: texts.reasonHelp,
    required: isLeft,
    maxLength: 1000,
  });
  const verb = submitButton(texts.closeVerb(page.format.month(month.month)), { icon: 'lock', isWide: true });
  const fields = html`${monthField(shown)}${what}${reason}${verb}`;
  return html`<section>${heading}<p class="small muted mb-3">${texts.closeHelp}</p>${postForm(
    page,
    pathOf(shown, '/close'),
    fields,
    { keepsText: true },
  )}</section>`;
}

function reopeningForm(page: Page, shown: ShownMonth, { reopening }: MonthForms): Html | false {
  const texts = page.t.months;
  const { month, departments } = shown;
  const closed = standing(month);
  if (closed.length === 0) return false;
  const form = reopening ?? FormState.of({ reopened_department: String(closed[0]?.department_id ?? '') });
  const choices = closed.map(({ department_id: id }) => ({
    value: String(id ?? ''),
    label: id === null ? texts.whole : (departments.get(id) ?? texts.noDepartment),
  }));
  const what = selectField(form, { name: 'reopened_department', label: texts.reopenWhat, choices });
  const reason = textArea(form, {
    ...{ name: 'reopen_reason', label: texts.reason, help: texts.reopenHelp, required: true, rows: 2, maxLength: 1000 },
  });
  const verb = submitButton(texts.reopenVerb(page.format.month(month.month)), { look: 'danger-quiet', isSmall: true });
  const fields = html`${monthField(shown)}${what}${reason}${verb}`;
  return html`<section><h2>${texts.reopen}</h2>${postForm(page, pathOf(shown, '/reopen'), fields, { keepsText: true })}</section>`;
}

/** Closings and reopenings, latest first. */
function story(page: Page, { month, departments }: ShownMonth): Html | false {
  const texts = page.t.months;
  const acts = month.closings.flatMap((one) => {
    const { closed_at, closed_by, reason, reopened_at, reopened_by, reopen_reason } = one;
    const closed = { one, what: texts.storyClosed, at: closed_at, by: closed_by, why: reason, isOpening: false };
    if (reopened_at === null || reopened_by === null) return [closed];
    const what = texts.storyReopened;
    return [{ one, what, at: reopened_at, by: reopened_by, why: reopen_reason, isOpening: true }, closed];
  });
  if (acts.length === 0) return false;
  acts.sort((a, b) => b.at.getTime() - a.at.getTime());
  const items = acts.map(({ one, what, at, by, why, isOpening }) => {
    const of = one.department_id !== null && html`, ${departmentName(page, departments, one.department_id)}`;
    const dot = isOpening
      ? html`<span class="dot s-wait">${icon('retry')}</span>`
      : html`<span class="dot s-off">${icon('lock')}</span>`;
    return html`<li>${dot}<span class="strong">${what}${of}</span><span class="d-block muted">${author(page.t, by)}, ${moment(page, at)}</span>${
      why !== null && html`<span class="d-block wrap-any">”${name(why)}”</span>`
    }</li>`;
  });
  return html`<section><h2>${texts.story}</h2><ol class="timeline small">${items}</ol></section>`;
}

const idOf = (text: string | null): number | null => (text === null ? null : Number(text));

const closing: FormPart<ShownMonth> = {
  back: (_, shown) => pathOf(shown),
  record: readMonth,
  view: (page, shown, closing) => monthView(page, shown, { closing }),
  async save(page, { month: { month } }) {
    const { core, actor, form, format } = page;
    const department_id = idOf(form.optional('department_id'));
    await core.months.close(actor, { month, department_id, reason: form.optional('reason') });
    return page.t.months.closed(format.month(month));
  },
  refused(page, error) {
    const { closedMeanwhile } = page.t.months;
    return refusedForm(page, error, { problems: { month_closed: closedMeanwhile } });
  },
};

const reopening: FormPart<ShownMonth> = {
  back: (_, shown) => pathOf(shown),
  record: readMonth,
  view: (page, shown, reopening) => monthView(page, shown, { reopening }),
  async save(page, { month: { month } }) {
    const { core, actor, form, format } = page;
    const department_id = idOf(form.optional('reopened_department'));
    await core.months.reopen(actor, { month, department_id, reason: form.text('reopen_reason') });
    return page.t.months.reopened(format.month(month));
  },
  refused(page, error) {
    const { openMeanwhile } = page.t.months;
    const fieldNames = { reason: 'reopen_reason', department_id: 'reopened_department' };
    return refusedForm(page, error, { problems: { state_conflict: openMeanwhile }, fieldNames });
  },
};

export const monthRoutes: readonly PageRoute[] = [
  get('/month', managers, showMonth),
  partRoute('/month/close', admins, closing),
  partRoute('/month/reopen', admins, reopening),
  get('/month/adjustments', managers, exportAdjustments, { asksPassword: true, isFile: true }),
  get('/month/payroll', managers, showPayroll),
  get('/month/payroll/salary', admins, showPayroll, { asksPassword: true }),
  get('/month/payroll/file', managers, downloadPayroll, { asksPassword: true, isFile: true }),
  partRoute('/month/payroll/columns', admins, savingColumns),
  get('/month/register', managers, listRegisters),
  get('/month/register/:id', managers, showRegister),
];
