import { InvalidInputError } from './invalid-input-error.ts';
import type { InputErrors } from './issue.ts';

declare const judgedAs: unique symbol;

/**
 * A validated and normalised value. Only `validate`, `validateQuery` and {@link acceptJudged} return one, and code that
 * receives one does not validate it again. A copy made by spreading is a plain value again.
 */
export type Judged<T> = T & { readonly [judgedAs]: T };

/** The class of validated fields; being an instance marks a value as validated. */
export class JudgedFields {}

/** Whether this value was validated before, in this process. */
export function isJudged(value: object): boolean {
  return value instanceof JudgedFields;
}

/**
 * The result of validating an input: the errors of all fields, and the valid fields, normalised. Services that write
 * accept one instead of a plain input, so that they can report its errors together with those that need the database.
 */
export class Judgement<T> {
  readonly errors: InputErrors;
  readonly value: Partial<T>;
  readonly #judge: unknown;

  /** @param judge the input that validated it, so that no other input accepts this judgement */
  constructor(judge: unknown, errors: InputErrors, value: Partial<T>) {
    this.#judge = judge;
    this.errors = errors;
    this.value = value;
  }

  /** Whether it is a judgement of this input. */
  static isBy<T>(judge: unknown, given: unknown): given is Judgement<T> {
    return given instanceof Judgement && given.#judge === judge;
  }
}

/** Returns the whole value, or throws {@link InvalidInputError} with all errors. */
export function acceptJudged<T>(judgement: Judgement<T>): Judged<T> {
  if (Object.keys(judgement.errors).length > 0) throw new InvalidInputError(judgement.errors);
  return judgement.value as Judged<T>;
}
