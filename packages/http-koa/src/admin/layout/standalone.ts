import type { BrowserRequest } from '../browser-request.ts';
import { flashMessage, formMessage } from '../components/flash.ts';
import { postForm } from '../components/post-form.ts';
import { type Html, html } from '../html.ts';
import { brandMark } from './brand.ts';
import type { View } from './view.ts';

/** A page without navigation, for people who have not signed in. */
export function standalone(request: BrowserRequest, view: View): Html {
  const { t, locale, format, state } = request;
  const other = locale === 'he' ? 'en' : 'he';
  // The browser's choice has no effect on a person who chose a language in their account.
  const canChoose = request.has('account') && state.ownLocale === null;
  const language = postForm(
    request,
    '/language',
    html`<input type="hidden" name="locale" value="${other}"><input type="hidden" name="back"
      value="${view.address ?? request.asked}"><button class="btn btn-icon btn-sm" type="submit" lang="${other}">${t.signIn.otherLanguage}</button>`,
  );
  return html`<div class="alone">
<header><span></span>${canChoose && language}</header>
<main id="main">
<div class="brand px-0 mb-4">${brandMark(request)}</div>
${state.flash !== null && flashMessage(state.flash)}${view.form !== undefined && formMessage(view.form, t)}
<h1 class="mb-3">${view.heading ?? view.title}</h1>
${view.lead !== undefined && html`<p class="muted mb-3">${view.lead}</p>`}
${view.main}
</main>
<footer><span><bdi dir="ltr" class="t">${format.shortDate(request.now)}</bdi>, <bdi dir="ltr"
  class="t">${format.time(request.now)}</bdi> · ${format.zoneName()}</span></footer>
</div>`;
}
