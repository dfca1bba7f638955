import { isPossibleId } from '../possible-id.ts';
import { isCalendarDate } from '../time/calendar-date.ts';
import { InvalidInputError } from './invalid-input-error.ts';
import { type InputErrors, issue } from './issue.ts';

const isDateName = (name: string): boolean => name.startsWith('date_');
const isIdName = (name: string): boolean => name.endsWith('_id') || name.endsWith('Id');

/**
 * The values of a filter's members for comparison, by name in the order of `names`; absent and null members are left
 * out. An impossible id becomes 0, which matches nothing on either database (D:Q14); a `date_…` that is not a date throws
 * `invalid_input` (D:Q16), and so does an unknown member, because a list without its misspelt filter has every record.
 *
 * @param others members that the caller reads itself
 */
export function comparedValues<Filter extends object, Name extends keyof Filter & string>(
  filter: Filter,
  names: readonly Name[],
  others: readonly string[] = [],
): Map<Name, string | number> {
  if (typeof filter !== 'object' || filter === null) throw new InvalidInputError({});
  const errors: InputErrors = {};
  for (const [name, value] of Object.entries(filter)) {
    const isKnown = others.includes(name) || names.some((known) => known === name);
    if (!isKnown && value !== undefined) errors[name] = [issue('prohibited')];
  }
  const values = new Map<Name, string | number>();
  for (const name of names) {
    const value: unknown = filter[name] ?? null;
    if (value === null) continue;
    if (isDateName(name) && !isCalendarDate(value)) errors[name] = [issue('date')];
    values.set(name, comparable(name, value));
  }
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return values;
}

function comparable(name: string, value: unknown): string | number {
  if (isIdName(name)) return isPossibleId(value) ? value : 0;
  return String(value);
}
