import type { IssueParams, IssueRule } from './issue.ts';

/** The texts that a language must have. `field` and `other` are labels already. */
export interface InputTexts {
  readonly rules: { readonly [R in IssueRule]: (field: string, params: IssueParams[R]) => string };
  /** Used when no field is named. */
  readonly invalid: string;
  /** The first text and the number `more` of further ones, at least 1 (D:W23). */
  summary(first: string, more: number): string;
  /** A field's name in this language. */
  label(field: string): string;
}
