import { describeErrors, InvalidInputError, type Issue, isShaonError } from '@shaon/core';
import { issue } from '@shaon/core/extension';
import { FormState } from './form-state.ts';
import type { Visit } from './visit.ts';

/** A page's own texts for errors, by field and rule. */
export type OwnTexts = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;

/** The differences between a page and its service. */
interface OwnWays {
  readonly texts?: OwnTexts;
  /** Texts for errors that concern no single field, by the error's code. */
  readonly problems?: Readonly<Partial<Record<string, string>>>;
  /** The page's name of a field where it differs from the service's. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /** The fields in their order on the page, for the summary above them. */
  readonly order?: readonly string[];
}

/**
 * The form as it was sent, with the service's errors. Errors that are not about the form's content, such as an unknown
 * record or an unreachable database, are rethrown.
 */
export function refusedForm(
  { form, locale }: Visit,
  error: unknown,
  { texts = {}, problems = {}, fieldNames = {}, order = [] }: OwnWays = {},
): FormState {
  if (!(error instanceof InvalidInputError)) {
    const problem = isShaonError(error) ? problems[error.code] : undefined;
    if (problem === undefined) throw error;
    return FormState.refused(form, {}, problem);
  }
  const told = Object.fromEntries(
    Object.entries(error.errors).map(([field, issues = []]) => [field, issues.map(asOfForm)]),
  );
  const { errors: described = {} } = describeErrors(told, locale);
  const errors = Object.entries(told).map(([field, issues]) => {
    const said = issues.map(({ rule }, index) => texts[field]?.[rule] ?? described[field]?.[index] ?? rule);
    return [fieldNames[field] ?? field, said] as const;
  });
  errors.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return FormState.refused(form, Object.fromEntries(errors), null);
}

/** A form sends only texts, so a value that is not a text was left blank. */
const asOfForm = (broken: Issue): Issue => (broken.rule === 'string' ? issue('required') : broken);
