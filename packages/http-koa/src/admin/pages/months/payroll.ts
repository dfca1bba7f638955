import { InvalidInputError, type KnownPayrollColumn, type PayrollFormat, type PayrollSheet } from '@shaon/core';
import { MINUTE_MS } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { filters } from '../../components/filters.ts';
import { remark } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { name, value } from '../../components/texts.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { discloseMonth, monthStepper, monthTabs } from './month-frame.ts';
import { columnsForm, salaryForm } from './payroll-columns.ts';
import { payrollPreview, shownRows } from './payroll-preview.ts';
import { askedPayroll, askedSalaries, PAYROLL_CHOICES, payrollPath } from './payroll-query.ts';

/** A file before it is taken away, and the columns that the company's files may have. */
export interface ShownPayroll {
  readonly sheet: PayrollSheet;
  readonly columns: readonly KnownPayrollColumn[];
}

/** Taking a month away: who and what, the file as it will be, and its columns. */
export const showPayroll = async (page: Page): Promise<Answer> =>
  page.show(await payrollView(page, await readPayroll(page)));

/** Throws `notFound` for a month in the future, and for units that do not exist. */
export async function readPayroll(page: Page): Promise<ShownPayroll> {
  const sheet = await page.core.payroll.sheet(page.actor, askedPayroll(page)).catch(refuseAddress);
  return { sheet, columns: await readColumns(page) };
}

export const readColumns = ({ core, actor, locale }: Page): Promise<KnownPayrollColumn[]> =>
  core.payroll.columns(actor, { locale });

function refuseAddress(error: unknown): never {
  if (error instanceof InvalidInputError) throw new PageError('notFound');
  throw error;
}

/** @param form the columns as they were refused */
export async function payrollView(page: Page, shown: ShownPayroll, form?: FormState): Promise<View> {
  const texts = page.t.payroll;
  const { sheet, columns } = shown;
  const { month, closedAt } = sheet;
  const rows = shownRows(sheet);
  discloseMonth(
    page,
    month,
    Math.min(sheet.people, rows.length),
    askedSalaries(page).length > 0 ? { salary: true } : {},
  );
  const { states } = page.t.months;
  const state = closedAt === null ? badge('open', 'ring', states.open) : badge('off', 'lock', states.closed);
  const title = texts.title(page.format.month(month));
  // A company may have chosen columns of texts alone.
  const isEmpty = sheet.minutes === 0 && sheet.total.every((cell) => typeof cell !== 'number' || cell === 0);
  const file = isEmpty
    ? emptyState(
        'calendar',
        texts.none,
        texts.noneText,
        linkButton(page, `/month?${new URLSearchParams({ month })}`, texts.toClosing),
      )
    : html`${payrollPreview(page, sheet, rows)}${downloads(page)}`;
  return {
    title,
    heading: html`<span>${title}</span>${state}`,
    lead: texts.lead,
    actions: [monthStepper(page, month)],
    navigation: '/month',
    main: html`${monthTabs(page, 'payroll', month)}${await choices(page, month)}${facts(page, sheet)}${whatIsMissing(page, sheet)}${file}${
      page.isAdmin && html`${columnsForm(page, columns, form)}${salaryForm(page)}`
    }`,
    ...(form !== undefined && { form }),
  };
}

/** The form above: who is in the file, and how. */
async function choices(page: Page, month: string): Promise<Html> {
  const { core, actor, t, format } = page;
  const texts = t.payroll;
  const units = (all: string, named: readonly { readonly id: number; readonly name: string }[]) => [
    { value: '', label: all },
    ...format.byName(named).map(({ id, name: label }) => ({ value: String(id), label })),
  ];
  const [departments, branches] = [await core.organization.departments(actor), await core.organization.branches(actor)];
  const { filters: labels } = t.attendance;
  const select = (field: keyof typeof PAYROLL_CHOICES) => {
    const words: Readonly<Record<string, string>> = texts.choices[field];
    const given = PAYROLL_CHOICES[field].map((one, index) => ({
      value: index === 0 ? '' : one,
      label: words[one] ?? one,
    }));
    return { kind: 'select', name: field, label: texts.choices.labels[field], choices: given } as const;
  };
  return filters(
    page,
    [
      {
        kind: 'select',
        name: 'department',
        label: labels.department,
        choices: units(t.attendance.allDepartments, departments),
      },
      { kind: 'select', name: 'branch', label: labels.branch, choices: units(t.attendance.allBranches, branches) },
      select('days'),
      select('rows'),
      select('hours'),
    ],
    { month },
    '/month/payroll',
  );
}

function facts(page: Page, { people, minutes, closedAt, waiting }: PayrollSheet): Html {
  const { t, format } = page;
  const texts = t.payroll.facts;
  const hours = (given: number) => value(format.hours(given * MINUTE_MS));
  const waits =
    waiting.days > 0 &&
    html`<span><span>${texts.waiting(hours(waiting.minutes), format.number(waiting.days))}</span></span>`;
  const closed =
    closedAt !== null &&
    html`<span><span>${texts.closed(html`${value(format.shortDate(closedAt))}, ${value(format.time(closedAt))}`)}</span></span>`;
  return html`<p class="facts"><span><span class="strong">${value(format.number(people))}</span> ${texts.people}</span><span><span
    class="strong">${hours(minutes)}</span> ${texts.hours}</span>${waits}${closed}</p>`;
}

/** What the file lacks: days that nobody has decided on, and presets and kinds of absence without a column. */
function whatIsMissing(page: Page, { month, closedAt, waiting, leftOut, absencesLeftOut }: PayrollSheet): Html {
  const { t, format } = page;
  const texts = t.payroll;
  const closing = page.path(`/month?${new URLSearchParams({ month })}`);
  const isOpen = closedAt === null && (waiting.days > 0 || waiting.unmended > 0);
  const open =
    isOpen && remark('wait', texts.open(format.number(waiting.days), format.number(waiting.unmended), closing));
  const presets = leftOut.map(
    ({ name: called, minutes }) => html`${name(called)} (${value(format.hours(minutes * MINUTE_MS))})`,
  );
  const kinds = absencesLeftOut.map(({ label, days }) => html`${name(label)} (${value(format.number(days))})`);
  const without = (said: (listed: Html) => Html, parts: readonly Html[]) =>
    parts.length > 0 && remark('wait', said(html`${parts.map((part, index) => html`${index > 0 && ', '}${part}`)}`));
  return html`${open}${without(texts.leftOut, presets)}${without(texts.absencesLeftOut, kinds)}`;
}

function downloads(page: Page): Html {
  const texts = page.t.payroll;
  const link = (format: PayrollFormat, look: 'primary' | 'quiet') =>
    linkButton(page, payrollPath(page, '/file', { format }), texts.download[format], { look, icon: 'download' });
  return html`<div class="acts mt-3 mb-4">${link('xlsx', 'primary')}${link('csv', 'quiet')}<span
    class="note">${icon('info')}<span>${texts.audited}</span></span></div>`;
}
