import { ShaonError } from '../errors.ts';
import { describeErrors } from './describe.ts';
import type { InputErrors, Issue } from './issue.ts';

/**
 * An input that breaks rules; `errors` lists them by field. Thrown by `validate` and by services whose rules need the
 * database (a taken e-mail, a foreign department). Its message is the English text of D:W23, without any input value.
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
