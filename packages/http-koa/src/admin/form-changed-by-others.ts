import { FormState, type FormValues } from './form-state.ts';
import type { Page } from './page.ts';

/**
 * The form of a record that somebody else has changed since the form was opened: it keeps the typed values and shows
 * the saved ones beside them. If both are equal, for example after the form was sent twice, nothing is left to save.
 *
 * @param saved the record's present fields
 * @param hidden values that decide whether the form's next sending is valid, such as the record's version
 */
export function formChangedByOthers({ form, t }: Page, saved: FormValues, hidden: FormValues): FormState {
  const { changedByOthers, savedNow } = t.common;
  return FormState.changed(form, { values: saved, words: savedNow }, hidden, changedByOthers);
}
