import type { Shift } from '@shaon/core';
import { linkButton, submitButton } from '../../components/button.ts';
import { textField, timeField } from '../../components/fields.ts';
import type { Form } from '../../form.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { timeOfDay } from '../../time-of-day.ts';

export function shiftFields(page: Page, form: FormState): Html {
  const { t } = page;
  const texts = t.company.shifts;
  const { optional } = t.common;
  return html`${textField(form, { name: 'name', label: texts.name, required: true, maxLength: 255 })}
${timeField(form, { name: 'start_time', label: texts.start, help: t.common.timeHelp, optional })}
${timeField(form, { name: 'end_time', label: texts.end, help: texts.timesHelp, optional })}
${textField(form, { name: 'wage_percentage', label: texts.percentage, help: texts.percentageHelp, type: 'number', ltr: true, required: true, min: 0, step: 1 })}
<div class="acts">${submitButton(t.common.save)}${linkButton(page, '/shifts', t.common.cancel)}</div>`;
}

/** The service refuses a value that is not a number or time, beside its field. */
export function shiftOf(form: Form): Omit<Shift, 'id'> {
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

/** The form that the service refused. Its words for a wrong time are those of other forms with times. */
export function refusedShift(page: Page, error: unknown): FormState {
  const time = { time_of_day: page.t.common.timeMissing };
  return refusedForm(page, error, { texts: { start_time: time, end_time: time } });
}

export function shiftCrumbs({ t }: Page): NonNullable<View['crumbs']> {
  return [
    { href: '/company', label: t.company.title },
    { href: '/shifts', label: t.company.shifts.title },
  ];
}
