import { InvalidInputError } from './invalid-input-error.ts';
import type { InputErrors } from './issue.ts';

declare const validatedAs: unique symbol;

/**
 * A validated and normalised value. Only `validate` and {@link valueOrThrow} return one, and code that receives one does
 * not validate it again. A copy made by spreading is a plain value again.
 */
export type Validated<T> = T & { readonly [validatedAs]: T };

/** The class of validated fields; being an instance marks a value as validated. */
export class ValidatedFields {}

/** Whether this value was validated before, in this process. */
export function isValidated(value: object): boolean {
  return value instanceof ValidatedFields;
}

/**
 * The result of validating an input: the errors of all fields, and the valid fields, normalised. Services that write
 * accept one instead of a plain input, so that they can report its errors together with those that need the database.
 */
export class ValidationResult<T> {
  readonly errors: InputErrors;
  readonly value: Partial<T>;
  readonly #input: unknown;

  /** @param input the one that validated it, so that no other input accepts this result */
  constructor(input: unknown, errors: InputErrors, value: Partial<T>) {
    this.#input = input;
    this.errors = errors;
    this.value = value;
  }

  /** Whether it is a result of this input. */
  static isBy<T>(input: unknown, given: unknown): given is ValidationResult<T> {
    return given instanceof ValidationResult && given.#input === input;
  }
}

/** Returns the whole value, or throws {@link InvalidInputError} with all errors. */
export function valueOrThrow<T>(result: ValidationResult<T>): Validated<T> {
  if (Object.keys(result.errors).length > 0) throw new InvalidInputError(result.errors);
  return result.value as Validated<T>;
}
