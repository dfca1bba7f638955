import type { InputTexts, Weakness } from './issue.ts';

/** `date_from` becomes "date from", as in Laravel. */
const label = (field: string): string => field.replaceAll('_', ' ');

const WEAKNESSES: Readonly<Record<Weakness, string>> = {
  common: 'it is like one that many people use. Join several words that have nothing to do with each other.',
  personal: 'it has a name or an address of yours or of your company in it. Choose words without them.',
  repeated: 'it repeats itself. Join several different words.',
  sequence: 'it follows the keyboard, the alphabet, the numbers or a date. Join several words.',
  few: 'it has too few parts. Add a word or two.',
};

/** Laravel's wording, which integrators know (D:W23, X1). */
export const textsEn: InputTexts = {
  rules: {
    required: (field) => `The ${field} field is required.`,
    required_if: (field, { other, value }) => `The ${field} field is required when ${label(other)} is ${value}.`,
    prohibited: (field) => `The ${field} field is prohibited.`,
    string: (field) => `The ${field} field must be a string.`,
    integer: (field) => `The ${field} field must be an integer.`,
    numeric: (field) => `The ${field} field must be a number.`,
    boolean: (field) => `The ${field} field must be true or false.`,
    array: (field) => `The ${field} field must be an array.`,
    date: (field) => `The ${field} field must match the format Y-m-d.`,
    month: (field) => `The ${field} field must match the format Y-m.`,
    date_time: (field) => `The ${field} field must be an ISO 8601 date-time with an offset.`,
    time_of_day: (field) => `The ${field} field must match the format H:i.`,
    skipped_time: (field, { from, to }) =>
      `The ${field} field must be a time that exists: the clocks went forward from ${from} to ${to}.`,
    clock_time: (field) => `The ${field} field must be a time as HH:MM, from 00:00 to 23:59, or an ISO 8601 date-time.`,
    breaks: (field) => `The ${field} field must be times as HH:MM/HH:MM, divided by semicolons.`,
    zone: (field) => `The ${field} field must be a valid timezone.`,
    email: (field) => `The ${field} field must be a valid email address.`,
    phone: (field) => `The ${field} field must be a valid phone number.`,
    https_url: (field) => `The ${field} field must be a valid URL that begins with https://.`,
    id_number: (field) => `The ${field} field must be a valid Israeli ID number.`,
    characters: (field, { found }) => `The ${field} field contains characters that are not allowed: ${found}.`,
    in: (field) => `The selected ${field} is invalid.`,
    unique: (field) => `The ${field} has already been taken.`,
    last_admin: (field) => `The ${field} cannot be changed: this is the last active admin.`,
    current_password: (field) => `The ${field} is incorrect.`,
    guessable: (field, { why }) => `The ${field} is too easy to guess: ${WEAKNESSES[why]}`,
    different: (field, { other }) => `The ${field} field and ${label(other)} must be different.`,
    min: (field, { min }) => `The ${field} field must be at least ${min}.`,
    max: (field, { max }) => `The ${field} field must not be greater than ${max}.`,
    min_length: (field, { min }) => `The ${field} field must be at least ${min} characters.`,
    max_length: (field, { max }) => `The ${field} field must not be greater than ${max} characters.`,
    digits_between: (field, { min, max }) => `The ${field} field must be between ${min} and ${max} digits.`,
    decimal: (field, { max }) => `The ${field} field must have 0-${max} decimal places.`,
    after_now: (field) => `The ${field} field must be a time in the future.`,
    not_after_now: (field) => `The ${field} field must not be a time in the future.`,
    within_days: (field, { days }) => `The ${field} field must be at most ${days} ${days === 1 ? 'day' : 'days'} ago.`,
    on_its_date: (field) => `The ${field} field must be a time on the date of its row.`,
    overlap: (field, { date }) => `The ${field} field overlaps this employee's record of ${date}.`,
    month_closed: (field, { month, by }) =>
      `The ${field} field is in ${month}, which ${by} has closed for this employee.`,
    same_day: (field, { other }) => `The ${field} field is too long after ${label(other)} to belong to the same day.`,
    within_day: (field) => `The ${field} field must be in order, between check in and check out.`,
    contradicts: (field, { other }) => `The ${field} field contradicts ${label(other)}.`,
    after_or_equal: (field, { other }) => `The ${field} field must be a date after or equal to ${label(other)}.`,
  },
  invalid: 'The given data was invalid.',
  summary: (first, more) => `${first} (and ${more} more ${more === 1 ? 'error' : 'errors'})`,
  label,
};
