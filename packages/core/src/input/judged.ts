import { InvalidInputError } from './invalid-input-error.ts';
import type { InputErrors } from './issue.ts';

declare const judgedAs: unique symbol;

/**
 * A value that an input has accepted, normalised. Only `validate`, `validateQuery` and {@link acceptJudged} give one,
 * and what is given one does not judge it again. A copy made by spreading is a plain value again.
 */
export type Judged<T> = T & { readonly [judgedAs]: T };

/** The objects that hold accepted fields; being one of them is the mark of a judged value. */
export class JudgedFields {}

/** Whether an input has judged this value before, in this process. */
export function isJudged(value: object): boolean {
  return value instanceof JudgedFields;
}

/**
 * What an input is worth: all errors of all fields, and the fields that have none, normalised. Services that write take
 * one in place of a plain input, so that they can tell its errors together with those that only the database shows.
 */
export class Judgement<T> {
  readonly errors: InputErrors;
  readonly value: Partial<T>;
  readonly #judge: unknown;

  /** @param judge the input that has judged, so that no other takes the judgement for its own */
  constructor(judge: unknown, errors: InputErrors, value: Partial<T>) {
    this.#judge = judge;
    this.errors = errors;
    this.value = value;
  }

  /** Whether it is a judgement by this very input. */
  static isBy<T>(judge: unknown, given: unknown): given is Judgement<T> {
    return given instanceof Judgement && given.#judge === judge;
  }
}

/** The whole value, or {@link InvalidInputError} with all errors. */
export function acceptJudged<T>(judgement: Judgement<T>): Judged<T> {
  if (Object.keys(judgement.errors).length > 0) throw new InvalidInputError(judgement.errors);
  return judgement.value as Judged<T>;
}
