import type { Answer } from '../../answer.ts';
import { PageError } from '../../page-errors.ts';
import type { Visit } from '../../visit.ts';
import { wayBack } from './way-back.ts';

/** The language of this browser, for those who are not in; a person's own is kept with their account. */
export function chooseLanguage(visit: Visit): Answer {
  const chosen = visit.form.text('locale');
  if (chosen !== 'he' && chosen !== 'en') throw new PageError('badRequest');
  return { ...visit.redirect(wayBack(visit.form.optional('back'))), cookies: { language: chosen } };
}
