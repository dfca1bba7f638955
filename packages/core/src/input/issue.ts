/** Every rule that an input can break, with the parameters of its text. Each language has its texts in texts-*.ts. */
export interface IssueParams {
  required: undefined;
  /** `other` is a field's name, `value` its value. */
  required_if: { other: string; value: string };
  prohibited: undefined;
  string: undefined;
  integer: undefined;
  numeric: undefined;
  boolean: undefined;
  array: undefined;
  date: undefined;
  month: undefined;
  date_time: undefined;
  time_of_day: undefined;
  /** A time that clocks skipped when they were set forward from `from` to `to` (D:A25). */
  skipped_time: { from: string; to: string };
  /** A time of an import's row, which may lack date and offset. */
  clock_time: undefined;
  /** Not the breaks of an import's row. */
  breaks: undefined;
  zone: undefined;
  email: undefined;
  phone: undefined;
  https_url: undefined;
  id_number: undefined;
  /** `found` is a character that is not allowed, such as `U+202E`. */
  characters: { found: string };
  /** Not one of the allowed values, or a reference to an unknown or foreign record (D:W13). */
  in: undefined;
  unique: undefined;
  /** It would leave the company without an active admin (D:A1). */
  last_admin: undefined;
  /** Not the account's password or code. */
  current_password: undefined;
  /** A password that is easy to guess (D:A30). */
  guessable: { why: Weakness };
  /** Must not equal the field `other`. */
  different: { other: string };
  min: { min: number };
  max: { max: number };
  min_length: { min: number };
  max_length: { max: number };
  digits_between: { min: number; max: number };
  /** A time that must be in the future. */
  after_now: undefined;
  /** A time that must have been. */
  not_after_now: undefined;
  /** A date that must be at most so many days ago. */
  within_days: { days: number };
  /** A time that must be on the date of its record. */
  on_its_date: undefined;
  /** The employee's record of `date` has a part of this time. */
  overlap: { date: string };
  /** The employee's month is closed (D:A98). */
  month_closed: { month: string; by: string };
  /** Too long after the field `other` to be of one working day (D:T6). */
  same_day: { other: string };
  /** Breaks that must follow each other within the day. */
  within_day: undefined;
  /** Does not fit the value of the field `other`. */
  contradicts: { other: string };
  /** At most `max` decimals. */
  decimal: { max: number };
  /** `other` is the field with the earlier date. */
  after_or_equal: { other: string };
}

/** Why a password is easy to guess: each reason has its own advice. */
export type Weakness = 'common' | 'personal' | 'repeated' | 'sequence' | 'few';

export type IssueRule = keyof IssueParams;

/** One broken rule as data; the caller's edge turns it into a text in their language (D:X1). */
export type Issue = {
  [R in IssueRule]: IssueParams[R] extends undefined ? { rule: R } : { rule: R; params: IssueParams[R] };
}[IssueRule];

/** The errors of an input, by field name exactly as in the body or query (D:W30), in the order of the fields. */
export type InputErrors = Record<string, Issue[]>;

type ParamsOf<R extends IssueRule> = IssueParams[R] extends undefined ? [] : [params: IssueParams[R]];

/** Makes an issue: `issue('required')`, `issue('max_length', { max: 255 })`. Also usable as a yup test's message. */
export function issue<R extends IssueRule>(rule: R, ...[params]: ParamsOf<R>): Extract<Issue, { rule: R }> {
  return (params === undefined ? { rule } : { rule, params }) as Extract<Issue, { rule: R }>;
}

/** The texts of the rules that a language must have. `field` and `other` are labels already. */
export interface InputTexts {
  readonly rules: { readonly [R in IssueRule]: (field: string, params: IssueParams[R]) => string };
  /** Used when no field is named. */
  readonly invalid: string;
  /** The first text and the number `more` of further ones, at least 1 (D:W23). */
  summary(first: string, more: number): string;
  /** A field's name in this language. */
  label(field: string): string;
}
