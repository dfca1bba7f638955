import { describeErrors, InvalidInputError, type Issue, isShaonError } from '@shaon/core';
import type { BrowserRequest } from './browser-request.ts';
import { type FieldError, FormState } from './form-state.ts';

/** A page's own texts for errors, by field and rule. */
export type ErrorTexts = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;

/** The differences between a page and its service. */
interface RefusedFormOptions {
  readonly texts?: ErrorTexts;
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
  request: BrowserRequest,
  error: unknown,
  { texts = {}, problems = {}, fieldNames = {}, order = [] }: RefusedFormOptions = {},
): FormState {
  const { form } = request;
  if (!(error instanceof InvalidInputError)) {
    const problem = isShaonError(error) ? problems[error.code] : undefined;
    if (problem === undefined) throw error;
    return FormState.refused(form, {}, problem);
  }
  const errors = Object.entries(error.errors).map(([field, issues = []]) => {
    const onPage = fieldNames[field] ?? field;
    const shownIssues = issues.map((broken) => asOfForm(broken, form.optional(onPage) === null));
    return [
      onPage,
      shownIssues.map((broken) => texts[field]?.[broken.rule] ?? inWords(request, field, broken)),
    ] as const;
  });
  errors.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return FormState.refused(form, Object.fromEntries(errors), null);
}

/** A form sends only texts, so a value that is not a text was left blank; a blank number is missing, not invalid. */
const asOfForm = (broken: Issue, isBlank: boolean): Issue =>
  broken.rule === 'string' || (isBlank && (broken.rule === 'integer' || broken.rule === 'numeric'))
    ? { rule: 'required' }
    : broken;

/** The service's error text, with the page's label of the field. */
function inWords({ locale, t }: BrowserRequest, field: string, broken: Issue): FieldError {
  return (label) => {
    const labels = label === null ? {} : { [field]: t.common.fieldName(label) };
    return describeErrors({ [field]: [broken] }, locale, labels).message;
  };
}
