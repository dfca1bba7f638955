import { FormState, type FormValues } from './form-state.ts';
import type { Page } from './visit.ts';

/**
 * The form of a record that somebody else has changed since it was opened: what was typed is kept, and what is saved now
 * stands beside it. Where nothing differs, as when a form was sent twice, nothing is left to be saved.
 *
 * @param saved the fields as the record has them now
 * @param hidden by what the next sending of the form is judged, such as the record's version
 */
export function changedForm({ form, t }: Page, saved: FormValues, hidden: FormValues): FormState {
  const { changedByOthers, savedNow } = t.common;
  return FormState.changed(form, { values: saved, words: savedNow }, hidden, changedByOthers);
}
