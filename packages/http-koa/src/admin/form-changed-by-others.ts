import { FormState, type FormValues } from './form-state.ts';
import type { Page } from './page.ts';

/**
 * The form of a record that somebody else has changed since the form was opened: it keeps the typed values and shows
 * the saved ones beside them. If both are equal, for example after the form was sent twice, nothing is left to save.
 *
 * @param saved the record's present fields
 * @param hidden values that decide whether the form's next sending is valid, such as the record's version
 * @param sent the values of fields that may be written in several ways, such as `9,500` for `9500.00`, in the way of
 * `saved`
 */
export function formChangedByOthers(
  { form, t }: Page,
  saved: FormValues,
  hidden: FormValues,
  sent: FormValues = {},
): FormState {
  const { changedByOthers, savedNow } = t.common;
  return FormState.changed(form, { values: saved, sent, words: savedNow }, hidden, changedByOthers);
}
