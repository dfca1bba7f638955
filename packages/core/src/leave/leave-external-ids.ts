import { externalIdInput } from '../external-ids/external-id-input.ts';
import type { InputErrors } from '../input/issue.ts';
import { issue } from '../input/issue.ts';
import { safeValidate } from '../input/validate.ts';
import type { CalendarDate } from '../time/calendar-date.ts';

/** The product's own keys for the requests of a submission, by date. */
export type LeaveExternalIds = Readonly<Record<CalendarDate, string>>;

/**
 * The keys to store, by date. Adds to `errors` each key for a date that is not submitted, each key used for two dates,
 * and each invalid key.
 */
export function checkExternalIds(
  externalIds: LeaveExternalIds,
  dates: readonly CalendarDate[],
  errors: InputErrors,
): ReadonlyMap<CalendarDate, string> {
  const keys = new Map<CalendarDate, string>();
  const seen = new Set<string>();
  for (const [date, given] of Object.entries(externalIds)) {
    const { errors: wrong, value } = safeValidate(externalIdInput, { external_id: given });
    const key = value.external_id;
    if (key === undefined) errors[`external_ids.${date}`] = wrong.external_id ?? [issue('required')];
    else if (!dates.includes(date)) errors[`external_ids.${date}`] = [issue('in')];
    else if (seen.has(key)) errors[`external_ids.${date}`] = [issue('unique')];
    else keys.set(date, key);
    if (key !== undefined) seen.add(key);
  }
  return keys;
}
