/** Every rule that an input can break, with what its text needs to know. A text per rule and language: texts-*.ts. */
export interface IssueParams {
  required: undefined;
  /** `other` is a field name, `value` what it holds. */
  required_if: { other: string; value: string };
  prohibited: undefined;
  string: undefined;
  integer: undefined;
  numeric: undefined;
  boolean: undefined;
  array: undefined;
  date: undefined;
  date_time: undefined;
  time_of_day: undefined;
  zone: undefined;
  email: undefined;
  phone: undefined;
  https_url: undefined;
  id_number: undefined;
  characters: undefined;
  /** Not one of the allowed values, or a reference to nothing (unknown and foreign alike, D:W13). */
  in: undefined;
  unique: undefined;
  /** Not the password or the code that the account has. */
  current_password: undefined;
  /** Must not equal the field `other`. */
  different: { other: string };
  min: { min: number };
  max: { max: number };
  min_length: { min: number };
  max_length: { max: number };
  digits_between: { min: number; max: number };
  /** A time that must lie in the future. */
  after_now: undefined;
  /** At most `max` decimals. */
  decimal: { max: number };
  /** `other` is the name of the field that holds the earlier date. */
  after_or_equal: { other: string };
}

export type IssueRule = keyof IssueParams;

/** One broken rule as data; its text is made at the edge, in the caller's language (D:X1). */
export type Issue = {
  [R in IssueRule]: IssueParams[R] extends undefined ? { rule: R } : { rule: R; params: IssueParams[R] };
}[IssueRule];

/** What is wrong with an input, by field name exactly as in the body or query (D:W30), in the order of the fields. */
export type InputErrors = Record<string, Issue[]>;

type ParamsOf<R extends IssueRule> = IssueParams[R] extends undefined ? [] : [params: IssueParams[R]];

/** Makes an issue: `issue('required')`, `issue('max_length', { max: 255 })`. Also fit as the message of a yup test. */
export function issue<R extends IssueRule>(rule: R, ...[params]: ParamsOf<R>): Extract<Issue, { rule: R }> {
  return (params === undefined ? { rule } : { rule, params }) as Extract<Issue, { rule: R }>;
}
