import { describeErrors, InvalidInputError } from '@shaon/core';
import { FormState } from './form-state.ts';
import type { Page } from './visit.ts';

/** Texts of a page that say better what is wrong: by field and rule. */
export type OwnTexts = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;

/**
 * The form as it was sent, with what a service said of it. What is no answer to the form is thrown on.
 *
 * @param problems texts for what no field is wrong with, by the code of the error
 * @param order the fields as they stand on the page, for the summary above them
 */
export function refusedForm(
  { form, locale }: Page,
  error: unknown,
  own: OwnTexts = {},
  problems: Readonly<Partial<Record<string, string>>> = {},
  order: readonly string[] = [],
): FormState {
  if (!(error instanceof InvalidInputError)) return FormState.fromError(error, form, locale, problems);
  const { errors: described = {} } = describeErrors(error.errors, locale);
  const errors = Object.entries(error.errors).map(([field, issues = []]) => {
    const texts = issues.map(({ rule }, index) => own[field]?.[rule] ?? described[field]?.[index] ?? rule);
    return [field, texts] as const;
  });
  errors.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return FormState.refused(form, Object.fromEntries(errors), null);
}
