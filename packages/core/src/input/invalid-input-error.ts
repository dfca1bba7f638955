import { ShaonError } from '../errors.ts';
import type { Locale } from '../locale.ts';
import type { InputErrors, InputTexts, Issue, IssueParams, IssueRule } from './issue.ts';
import { textsEn } from './texts-en.ts';
import { textsHe } from './texts-he.ts';

/**
 * An input that breaks rules; `errors` lists them by field. Thrown by `validate` and by services whose rules need the
 * database (a taken e-mail, a foreign department). Its message is the English text (D:W23), without any input value.
 */
export class InvalidInputError extends ShaonError {
  readonly errors: InputErrors;

  constructor(errors: InputErrors, options?: ErrorOptions) {
    super('invalid_input', describeErrors(errors, 'en').message, { errors }, options);
    this.name = 'InvalidInputError';
    this.errors = errors;
  }
}

/** The error of one field and one rule: `throw invalidField('email', issue('unique'))`. */
export function invalidField(field: string, ...issues: Issue[]): InvalidInputError {
  return new InvalidInputError({ [field]: issues });
}

const TEXTS: Readonly<Record<Locale, InputTexts>> = { en: textsEn, he: textsHe };

/** Body of a 422 (SPEC 7): `message` is the first text and the number of further ones, `errors` all texts by field. */
export interface DescribedErrors {
  message: string;
  errors: Record<string, string[]>;
}

/**
 * Turns the errors of an input into texts (D:W23, X1).
 *
 * @param labels the labels that the reader sees for fields; other fields get their names in the API
 */
export function describeErrors(
  inputErrors: InputErrors,
  locale: Locale,
  labels: Readonly<Record<string, string>> = {},
): DescribedErrors {
  const texts = TEXTS[locale];
  const entries = Object.entries(inputErrors).map(
    ([field, issues]) =>
      [field, issues.map((broken) => describeIssue(labels[field] ?? texts.label(field), broken, texts))] as const,
  );
  const [first, ...more] = entries.flatMap(([, messages]) => messages);
  return {
    message: first === undefined ? texts.invalid : more.length === 0 ? first : texts.summary(first, more.length),
    errors: Object.fromEntries(entries),
  };
}

function describeIssue(label: string, broken: Issue, texts: InputTexts): string {
  // Rule and params of an Issue always match; the compiler cannot see that through the table.
  const text = texts.rules[broken.rule] as (field: string, params: IssueParams[IssueRule]) => string;
  return text(label, 'params' in broken ? broken.params : undefined);
}
