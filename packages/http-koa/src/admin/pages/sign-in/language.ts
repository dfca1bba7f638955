import type { Answer } from '../../answer.ts';
import type { BrowserRequest } from '../../browser-request.ts';
import { PageError } from '../../page-errors.ts';
import { pathAfterSignIn } from '../../path-after-sign-in.ts';

/** The browser's language, for people who have not signed in; a person's own is stored with their account. */
export function chooseLanguage(request: BrowserRequest): Answer {
  const chosen = request.form.text('locale');
  if (chosen !== 'he' && chosen !== 'en') throw new PageError('badRequest');
  return { ...request.redirect(pathAfterSignIn(request.form.optional('back'))), cookies: { language: chosen } };
}
