import type { Amendment, NewEmployee } from '@shaon/core';
import { radios, selectField, textField } from '../../components/fields.ts';
import type { Form } from '../../form.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Texts } from '../../locales/index.ts';
import type { Page } from '../../page.ts';
import { type ErrorTexts, refusedForm } from '../../refused-form.ts';
import { amountInput, typedAmount } from './amount.ts';

/** @param end the last digits of the stored ID number, which an empty field keeps; null for a new person */
export async function personFields(page: Page, form: FormState, end: Html | null): Promise<Html> {
  const { t, core, actor, format } = page;
  const [departments, branches] = await Promise.all([
    core.organization.departments(actor),
    core.organization.branches(actor),
  ]);
  const texts = t.people.form;
  const isNew = end === null;
  const phoneHelp = core.messages.isWelcoming ? { help: texts.phoneHelp } : {};
  const { optional } = t.common;
  return html`${textField(form, { name: 'name', label: texts.name, required: true, maxLength: 255, autocomplete: 'off' })}
${textField(form, {
  name: 'id_number',
  label: texts.idNumber,
  help: isNew ? texts.idNumberHelp : texts.idNumberKept(end),
  required: isNew,
  ltr: true,
  inputMode: 'numeric',
  autocomplete: 'off',
  ...(!isNew && { optional }),
})}
${textField(form, { name: 'email', label: texts.email, help: texts.emailHelp, type: 'email', required: true, ltr: true, autocomplete: 'off' })}
${textField(form, { name: 'phone', label: texts.phone, type: 'tel', required: isNew, ltr: true, autocomplete: 'off', ...(isNew ? phoneHelp : { optional }) })}
${!isNew && textField(form, { name: 'address', label: texts.address, maxLength: 255, autocomplete: 'off', optional })}
${selectField(form, {
  name: 'department_id',
  label: t.people.filter.department,
  optional,
  choices: unitChoices(texts.noDepartment, format.byName(departments)),
})}
${selectField(form, { name: 'branch_id', label: t.people.filter.branch, optional, choices: unitChoices(texts.noBranch, format.byName(branches)) })}
${radios(form, {
  name: 'salary_type',
  label: texts.salaryType,
  inline: true,
  choices: [
    { value: 'hourly', label: texts.hourly },
    { value: 'global', label: texts.global },
  ],
})}
${textField(form, { name: 'hourly_rate', label: texts.hourlyRate, help: texts.hourlyRateHelp, ltr: true, inputMode: 'decimal', autocomplete: 'off' })}
${textField(form, { name: 'global_salary', label: texts.globalSalary, help: texts.globalSalaryHelp, ltr: true, inputMode: 'decimal', autocomplete: 'off' })}`;
}

function unitChoices(none: string, units: readonly { readonly id: number; readonly name: string }[]) {
  return [{ value: '', label: none }, ...units.map(({ id, name }) => ({ value: String(id), label: name }))];
}

/** The input of POST /employees, which validates it. */
export function newPersonOf(form: Form): NewEmployee {
  return {
    name: form.text('name'),
    id_number: form.optionalNumber('id_number') ?? '',
    email: form.withoutMarks('email'),
    phone: form.optionalNumber('phone') ?? '',
    department_id: unitOf(form, 'department_id'),
    branch_id: unitOf(form, 'branch_id'),
    ...salaryOf(form),
  };
}

const SALARY = ['salary_type', 'hourly_rate', 'global_salary'] as const;

/**
 * What was changed: an emptied field clears its value if allowed, but an empty ID number keeps the stored one. The
 * fields of the salary are judged together.
 */
export function amendmentOf(form: Form): Amendment {
  const idNumber = form.optionalNumber('id_number');
  const changed = form.onlyChanged({
    name: form.text('name'),
    email: form.withoutMarks('email'),
    phone: form.optionalNumber('phone'),
    address: form.optional('address'),
    department_id: unitOf(form, 'department_id'),
    branch_id: unitOf(form, 'branch_id'),
  });
  return {
    ...changed,
    ...(idNumber !== null && { id_number: idNumber }),
    ...(SALARY.some((name) => form.isChanged(name)) && salaryOf(form)),
  };
}

/** The form may still contain the amount of the other salary type, which is not sent. */
function salaryOf(form: Form) {
  const salary_type = form.text('salary_type') as NewEmployee['salary_type'];
  return {
    salary_type,
    hourly_rate: salary_type === 'global' ? null : typedAmount(form.optionalNumber('hourly_rate')),
    global_salary: salary_type === 'hourly' ? null : typedAmount(form.optionalNumber('global_salary')),
  };
}

/** The form's amounts as the fields show saved ones. */
export function sentAmounts(form: Form) {
  const { hourly_rate, global_salary } = salaryOf(form);
  return { hourly_rate: amountInput(hourly_rate), global_salary: amountInput(global_salary) };
}

/** The service refuses a text that is not a number, beside the field. */
function unitOf(form: Form, field: string): number | null {
  const text = form.optional(field);
  return text === null ? null : Number(text);
}

/** The fields in their order on the page. */
const FIELDS: readonly string[] = [
  ...['name', 'id_number', 'email', 'phone', 'address', 'department_id', 'branch_id'],
  ...['salary_type', 'hourly_rate', 'global_salary'],
];

/** The form as it was sent, with its errors. */
export function refusedPerson(page: Page, error: unknown): FormState {
  return refusedForm(page, error, { texts: personErrorTexts(page.t), order: FIELDS });
}

/** Texts in place of the API's, which name the API's fields. */
function personErrorTexts(t: Texts): ErrorTexts {
  const { emailTaken, idNumberWrong, idNumberTaken, amountRequired, amountWrong } = t.people.form;
  return {
    email: { unique: emailTaken, email: t.common.emailWrong },
    id_number: { id_number: idNumberWrong, unique: idNumberTaken },
    hourly_rate: { required_if: amountRequired, numeric: amountWrong },
    global_salary: { required_if: amountRequired, numeric: amountWrong },
  };
}
