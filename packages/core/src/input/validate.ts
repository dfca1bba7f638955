/*
 * How a feature defines its inputs:
 *
 *   const leaveQuery = defineInput(
 *     object({
 *       date_from: calendarDate(),
 *       date_to: calendarDate().test(notBefore('date_from')),        // D:Q17
 *       employee_id: filterId(),
 *       status: oneOf(['pending', 'approved', 'rejected'] as const),
 *       type: text({ max: 255 }),
 *       ...pagingFields(),
 *     }),
 *     { prohibited: ['company_id'] },                                // D:Q11
 *   );
 *   export type LeaveQuery = InputOf<typeof leaveQuery>;
 *   const query = valueOrThrow(safeValidateQuery(leaveQuery, raw));  // throws InvalidInputError
 *
 *   const updateEmployee = defineInput(
 *     object({
 *       name: text({ max: 255 }),                                    // absent keeps; null and "" are refused (D:W16)
 *       address: text({ max: 255, bidiControls: true }).nullable(),  // null and "" clear (D:W32)
 *       department_id: referenceId().nullable(),
 *     }),
 *     { prohibited: ['role', 'status', 'company_id'] },              // D:W4
 *   );
 *   const change = validate(updateEmployee, body);                   // an absent field stays absent in the result
 *
 * A required field: `text({ max: 255 }).required(issue('required'))`; null and "" then count as missing
 * (D:W5). A condition on another field is a test that reads `this.parent` (D:W14); a test also runs for an absent field,
 * as undefined. Messages are always issues, never texts. Rules that need the database:
 * `throw invalidField('email', issue('unique'))`.
 */
import { type AnyObjectSchema, type InferType, isSchema, type Schema, ValidationError } from 'yup';
import { getOrMake } from '../get-or-make.ts';
import { InvalidInputError } from './invalid-input-error.ts';
import type { InputErrors, Issue } from './issue.ts';
import { trimmed } from './text-fields.ts';

/** The input that one operation accepts. */
export interface Input<T> {
  /** Makes a valid, normalised input of the recognised names, or throws yup's error. */
  readonly schema: {
    validateSync(value: unknown, options: { abortEarly: boolean }): T;
    cast(value: unknown, options: { assert: false }): unknown;
  };
  /** The recognised names, in the order in which their errors are reported. */
  readonly fields: readonly string[];
  /** The names that are always required; for them `[]` counts as missing (D:W5). */
  readonly required: ReadonlySet<string>;
  /** Names that are refused with any value (D:Q11, W2 to W4). */
  readonly prohibited: readonly string[];
  /** Whether every unknown name is refused too (D:K17). */
  readonly isClosed: boolean;
}

/** The type of a valid, normalised input. */
export type InputOf<I> = I extends Input<infer T> ? T : never;

/** The errors of all fields of an input, and its valid fields, normalised. */
export interface ValidationResult<T> {
  readonly errors: InputErrors;
  readonly value: Partial<T>;
}

/**
 * Combines a yup object of this folder's fields with the prohibited names.
 *
 * @param options.isClosed for an input that gives access: every other name is refused too, because a token whose expiry
 * is misspelt would never expire (D:K17)
 */
export function defineInput<S extends AnyObjectSchema>(
  schema: S,
  options: { prohibited?: readonly string[]; isClosed?: boolean } = {},
): Input<InferType<S>> {
  return {
    schema,
    fields: Object.keys(schema.fields),
    required: requiredFields(schema),
    prohibited: options.prohibited ?? [],
    isClosed: options.isClosed ?? false,
  };
}

/**
 * Checks and normalises an input; throws {@link InvalidInputError} with the errors of all fields. Unknown names are
 * left out, and `unknownNames` lists them; a closed input refuses them. Absent fields are absent from the result.
 */
export function validate<T>(input: Input<T>, value: unknown): T {
  return valueOrThrow(safeValidate(input, value));
}

/**
 * `validate` without throwing, for a service with further rules that need the database, so that the caller gets all
 * errors together (D:K6). It still throws if the value is not an object (D:H6).
 */
export function safeValidate<T>(input: Input<T>, value: unknown): ValidationResult<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InvalidInputError({});
  const given = value as Readonly<Record<string, unknown>>;
  const known: Record<string, unknown> = {};
  for (const field of input.fields) {
    // Only own, recognised names reach yup, which would copy a `__proto__` made by JSON.parse.
    if (!Object.hasOwn(given, field)) continue;
    known[field] = input.required.has(field) && isEmptyList(given[field]) ? null : given[field];
  }
  const { errors, value: valid } = validateKnown(input, known);
  const refused = input.isClosed ? [...input.prohibited, ...unknownNames(input, given)] : input.prohibited;
  for (const name of refused) {
    if (Object.hasOwn(given, name) && given[name] !== undefined) errors[name] = [{ rule: 'prohibited' }];
  }
  return { errors, value: valid };
}

/** Returns the whole value, or throws {@link InvalidInputError} with all errors. */
export function valueOrThrow<T>({ errors, value }: ValidationResult<T>): T {
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return value as T;
}

function validateKnown<T>({ schema, fields }: Input<T>, known: Readonly<Record<string, unknown>>): ValidationResult<T> {
  try {
    return { errors: {}, value: schema.validateSync(known, { abortEarly: false }) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors = issuesByField(error, fields);
    const cast = schema.cast(known, { assert: false }) as Record<string, unknown>;
    return { errors, value: withoutFields(cast, errors) as Partial<T> };
  }
}

/** The fields that are `.required` themselves, not by a `when`. */
function requiredFields(schema: AnyObjectSchema): ReadonlySet<string> {
  const isRequired = (field: unknown): boolean =>
    isSchema(field) && 'spec' in field && !(field as Schema).spec.optional;
  return new Set(Object.keys(schema.fields).filter((name) => isRequired(schema.fields[name])));
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function withoutFields(value: Record<string, unknown>, errors: InputErrors): Record<string, unknown> {
  const failed = new Set(Object.keys(errors).map((path) => path.split('.')[0]));
  return Object.fromEntries(Object.entries(value).filter(([field]) => !failed.has(field)));
}

/**
 * `safeValidate` for query parameters, given as strings as they arrive, a repeated name as an array. An empty value
 * counts as absent (D:Q13); a repeated name and the bracket forms `name[]`, `name[x]` are refused by the field (D:Q12).
 */
export function safeValidateQuery<T>(input: Input<T>, query: Readonly<Record<string, unknown>>): ValidationResult<T> {
  const given: Record<string, unknown> = {};
  for (const key of Object.keys(query)) {
    const value = query[key];
    const name = parameterName(key);
    if (input.prohibited.includes(name)) given[name] = value ?? null;
    else if (input.fields.includes(name)) {
      if (name !== key) given[name] = [value];
      else if (!isBlank(value) && !Object.hasOwn(given, name)) given[name] = value;
    }
  }
  return safeValidate(input, given);
}

/** The names in a body that are neither known nor prohibited, for `X-Ignored-Parameters` (D:W1). */
export function unknownNames(input: Input<unknown>, body: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(body).filter((name) => !isKnown(input, name));
}

/** The same for a query (D:Q10); bracket forms of a known name are refused, so they are not listed. */
export function unknownParameters(input: Input<unknown>, query: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(query).filter((key) => !isKnown(input, parameterName(key)));
}

/**
 * The recognised parameters of a query in the order of arrival, without blank ones (D:Q7, Q13, U4). A repeated name,
 * which is refused (D:Q12), is listed once per value.
 */
export function recognisedParameters(
  input: Input<unknown>,
  query: Readonly<Record<string, string | readonly string[]>>,
): [name: string, value: string][] {
  const recognised: [string, string][] = [];
  for (const name in query) {
    if (!input.fields.includes(name)) continue;
    for (const value of [query[name] ?? []].flat()) {
      if (!isBlank(value)) recognised.push([name, value]);
    }
  }
  return recognised;
}

const isKnown = (input: Input<unknown>, name: string): boolean =>
  input.fields.includes(name) || input.prohibited.includes(name);

/** `employee_id[]` and `employee_id[0]` mean `employee_id`. */
function parameterName(key: string): string {
  const bracket = key.indexOf('[');
  return bracket > 0 ? key.slice(0, bracket) : key;
}

/** Whether a value is blank as a body's text would be: only spaces and invisible characters (D:A9). */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && trimmed(value) === null);

/** yup's errors by field: each test's message is an Issue. Members of a list are named as in Laravel: `events.0`. */
function issuesByField(error: ValidationError, fields: readonly string[]): InputErrors {
  const found = new Map<string, Issue[]>();
  for (const inner of error.inner.length > 0 ? error.inner : [error]) {
    const path = (inner.path ?? '').replaceAll(/\[(\d+)\]/g, '.$1');
    getOrMake(found, path, () => []).push(...inner.errors.map(asIssue));
  }
  const rank = (path: string): number => fields.indexOf(path.split('.')[0] ?? '');
  return Object.fromEntries([...found].sort(([a], [b]) => rank(a) - rank(b)));
}

function asIssue(message: unknown): Issue {
  if (typeof message === 'object' && message !== null && 'rule' in message) return message as Issue;
  throw new TypeError(`A test of an input schema has a text in place of an issue: ${String(message)}`);
}
