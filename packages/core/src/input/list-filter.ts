import { isCalendarDate } from '../time/calendar-date.ts';
import { InvalidInputError } from './invalid-input-error.ts';
import { type InputErrors, issue } from './issue.ts';
import { isPossibleId } from './possible-id.ts';
import { isValidated } from './validated.ts';

const isDateName = (name: string): boolean => name.startsWith('date_');
const isIdName = (name: string): boolean => name.endsWith('_id') || name.endsWith('Id');

/**
 * The values of a filter's named members for comparison. A validated filter is used unchanged. For a filter that a
 * caller in this process made, an impossible id becomes 0 and a text that cannot be stored becomes empty, so that they
 * match nothing on either database (D:Q14, Q18); a `date_…` that is not a date throws `invalid_input` (D:Q16).
 */
export function comparedValues<Filter extends object>(
  filter: Filter,
  names: readonly (keyof Filter & string)[],
): (string | number)[] {
  if (isValidated(filter)) return names.map((name) => filter[name] as string | number);
  const errors: InputErrors = {};
  const values = names.map((name) => {
    const value: unknown = filter[name];
    if (isIdName(name)) return isPossibleId(value) ? value : 0;
    const text = String(value);
    if (isDateName(name) && !isCalendarDate(text)) errors[name] = [issue('date')];
    return text.includes('\0') ? '' : text;
  });
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return values;
}
