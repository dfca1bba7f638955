import type { NewShift } from '@shaon/core';
import { linkButton, submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import type { Form } from '../../form.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';

export function shiftFields(page: Page, form: FormState): Html {
  const { t } = page;
  const texts = t.company.shifts;
  const { optional } = t.common;
  return html`${textField(form, { name: 'name', label: texts.name, required: true, maxLength: 255 })}
${textField(form, { name: 'start_time', label: texts.start, type: 'time', ltr: true, optional })}
${textField(form, { name: 'end_time', label: texts.end, help: texts.timesHelp, type: 'time', ltr: true, optional })}
${textField(form, { name: 'wage_percentage', label: texts.percentage, help: texts.percentageHelp, type: 'number', ltr: true, required: true, min: 0, step: 1 })}
<div class="acts">${submitButton(t.common.save)}${linkButton(page, '/shifts', t.common.cancel)}</div>`;
}

/** The service refuses a value that is not a number or time, beside its field. */
export function shiftOf(form: Form): NewShift {
  const percentage = form.optional('wage_percentage');
  return {
    name: form.text('name'),
    start_time: form.optional('start_time'),
    end_time: form.optional('end_time'),
    wage_percentage: percentage === null ? Number.NaN : Number(percentage),
  };
}

export function shiftCrumbs({ t }: Page): NonNullable<View['crumbs']> {
  return [
    { href: '/company', label: t.company.title },
    { href: '/shifts', label: t.company.shifts.title },
  ];
}
