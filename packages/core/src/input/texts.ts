import type { IssueParams, IssueRule } from './issue.ts';

/** What a language must say. `field` and `other` are labels already. */
export interface InputTexts {
  readonly rules: { readonly [R in IssueRule]: (field: string, params: IssueParams[R]) => string };
  /** When no field is named. */
  readonly invalid: string;
  /** The first text, and how many more there are (D:W23); `more` is at least 1. */
  summary(first: string, more: number): string;
  /** A field's name in this language. */
  label(field: string): string;
}
