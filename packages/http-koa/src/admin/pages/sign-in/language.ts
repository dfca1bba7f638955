import type { Answer } from '../../answer.ts';
import { PageError } from '../../page-errors.ts';
import type { Visit } from '../../visit.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';

/** The browser's language, for people who have not signed in; a person's own is stored with their account. */
export function chooseLanguage(visit: Visit): Answer {
  const chosen = visit.form.text('locale');
  if (chosen !== 'he' && chosen !== 'en') throw new PageError('badRequest');
  return { ...visit.redirect(pathAfterSignIn(visit.form.optional('back'))), cookies: { language: chosen } };
}
