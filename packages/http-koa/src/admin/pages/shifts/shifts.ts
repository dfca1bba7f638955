import { type Shift, versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { textField, timeField } from '../../components/fields.ts';
import { recordTable, rowActs } from '../../components/record-table.ts';
import { isolated, name, value } from '../../components/texts.ts';
import { type ConfirmPage, confirmRoutes } from '../../confirm-routes.ts';
import type { Form } from '../../form.ts';
import { type EditForm, formRoutes, type NewForm } from '../../form-routes.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { admins, get, type PageRoute } from '../../page-route.ts';
import { refusedForm } from '../../refused-form.ts';
import { timeOfDay } from '../../time-of-day.ts';
import { inSettings, settingsTabs } from '../company/settings-tabs.ts';
import { sampleDay } from './sample-day.ts';

/* Wage-rate presets (SPEC 2, Shift). */

async function listShifts(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const texts = t.company.shifts;
  const shifts = await core.shifts.list(actor);
  const add = linkButton(page, '/shifts/new', texts.add, { look: 'primary', icon: 'plus' });
  const list = shifts.length === 0 ? emptyState('clock', texts.none, texts.noneText, add) : await table(page, shifts);
  return page.show({
    title: texts.title,
    lead: texts.lead,
    ...inSettings(page),
    actions: shifts.length === 0 ? [] : [add],
    main: html`${settingsTabs(page, '/shifts')}${list}${await sampleDay(page, shifts)}`,
  });
}

function table(page: Page, shifts: readonly Shift[]): Promise<Html> {
  const { caption, columns, edit, remove } = page.t.company.shifts;
  const acts = ({ id, name: called }: Shift) =>
    rowActs(
      linkButton(page, `/shifts/${id}/edit`, edit(name(called)), { isSmall: true }),
      linkButton(page, `/shifts/${id}/remove`, remove(name(called)), { look: 'danger-quiet', isSmall: true }),
    );
  return recordTable(
    caption,
    [
      { head: columns.name, cell: (shift) => name(shift.name), className: 'wrap-any' },
      { head: columns.hours, cell: (shift) => hours(page, shift) },
      { head: columns.percentage, cell: (shift) => value(`${page.format.number(shift.wage_percentage)}%`) },
      { head: columns.actions, cell: acts, isActs: true },
    ],
    shifts,
  );
}

/** Both ends are isolated separately, because a range follows the reading direction. */
function hours({ t }: Page, { start_time: start, end_time: end }: Shift): Html {
  const { allDay, overnight, wholeDay } = t.company.shifts;
  if (start === null && end === null) return html`<span class="muted">${allDay}</span>`;
  const [from, to] = [start, end].map((time) => (time === null ? '…' : value(time)));
  const range = html`<span class="nowrap">${from}–${to}</span>`;
  if (start === null || end === null || end > start) return range;
  return html`${range}<span class="sub">${end === start ? wholeDay : overnight}</span>`;
}

/** What the forms of a new shift and of an existing one share. */
const shiftForm = {
  back: '/shifts',
  fields({ t }: Page, form: FormState) {
    const texts = t.company.shifts;
    const { optional, timeHelp } = t.common;
    const percentage = { label: texts.percentage, help: texts.percentageHelp, ltr: true, min: 0, step: 1 };
    return html`${textField(form, { name: 'name', label: texts.name, required: true, maxLength: 255 })}
${timeField(form, { name: 'start_time', label: texts.start, help: timeHelp, optional })}
${timeField(form, { name: 'end_time', label: texts.end, help: texts.timesHelp, optional })}
${textField(form, { name: 'wage_percentage', type: 'number', required: true, ...percentage })}`;
  },
  /** The words for a wrong time are those of other forms with times. */
  refused(page: Page, error: unknown) {
    const time = { time_of_day: page.t.common.timeMissing };
    return refusedForm(page, error, { texts: { start_time: time, end_time: time } });
  },
};

const newShift: NewForm<null> = {
  ...shiftForm,
  record: () => null,
  values: () => ({ wage_percentage: '100' }),
  view: (page) => ({ title: page.t.company.shifts.add, ...inSettings(page, '/shifts') }),
  async save(page) {
    const shift = await page.core.shifts.create(page.actor, shiftOf(page.form), page.once);
    return page.t.company.shifts.added(isolated(shift.name));
  },
};

const editShift: EditForm<Shift> = {
  ...shiftForm,
  record: presetOf,
  values: valuesOf,
  version: versionOf,
  sent: ({ form }) => valuesOf(shiftOf(form)),
  view: (page, shift) => ({
    title: page.t.company.shifts.editTitle(isolated(shift.name)),
    ...inSettings(page, '/shifts'),
  }),
  save: ({ core, actor, form }, { id }, expected) =>
    core.shifts.update(actor, id, form.onlyChanged(shiftOf(form)), expected),
  saved: ({ t }, shift) => t.company.shifts.saved(isolated(shift.name)),
};

function valuesOf({ name, start_time, end_time, wage_percentage }: Omit<Shift, 'id'>) {
  return { name, start_time, end_time, wage_percentage: String(wage_percentage) };
}

/** The service refuses a value that is not a number or time, beside its field. */
function shiftOf(form: Form): Omit<Shift, 'id'> {
  const percentage = form.optional('wage_percentage');
  return {
    name: form.text('name'),
    start_time: timeOf(form, 'start_time'),
    end_time: timeOf(form, 'end_time'),
    wage_percentage: percentage === null ? Number.NaN : Number(percentage),
  };
}

/** A text that is no time stays as it was typed, and the service refuses it. */
function timeOf(form: Form, field: string): string | null {
  const typed = form.optional(field);
  return typed === null ? null : (timeOfDay(typed) ?? typed);
}

const removeShift: ConfirmPage<Shift> = {
  back: '/shifts',
  record: presetOf,
  ask(page, shift) {
    const { removeTitle, question, consequence, verb, keep } = page.t.company.shifts;
    return {
      title: removeTitle,
      question: question(name(shift.name)),
      consequence,
      verb,
      keep,
      ...inSettings(page, '/shifts'),
    };
  },
  async save({ core, actor, t }, shift) {
    await core.shifts.remove(actor, shift.id);
    return t.company.shifts.removed(isolated(shift.name));
  },
};

/** The preset of the path. Throws `notFound`. */
async function presetOf(page: Page): Promise<Shift> {
  const id = page.id();
  const shift = (await page.core.shifts.list(page.actor)).find((one) => one.id === id);
  if (shift === undefined) throw new PageError('notFound');
  return shift;
}

export const shiftRoutes: readonly PageRoute[] = [
  get('/shifts', admins, listShifts),
  ...formRoutes('/shifts/new', admins, newShift),
  ...formRoutes('/shifts/:id/edit', admins, editShift),
  ...confirmRoutes('/shifts/:id/remove', admins, removeShift),
];
