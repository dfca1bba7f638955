import type { Answer } from '../../answer.ts';
import { submitButton } from '../../components/button.ts';
import { type Choice, radios } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import { CATALOGUES } from '../../locales/index.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';

/** The languages that a person may choose. */
export function languageChoices({ t, company }: Page): Choice[] {
  const { display } = t.account;
  return [
    { value: 'company', label: display.company(display[company.locale]) },
    { value: 'he', label: html`<span lang="he">עברית</span>` },
    { value: 'en', label: html`<span lang="en">English</span>` },
  ];
}

/** The language, stored with the account, and the colours, stored in this browser. */
export function displaySection(page: Page): Html {
  const { t, state } = page;
  const { display } = t.account;
  const form = FormState.of({ locale: page.ownLocale ?? 'company', theme: state.theme });
  const themes = (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: display[value] }));
  const fields = html`${radios(form, { name: 'locale', label: display.language, choices: languageChoices(page), inline: true })}
${radios(form, { name: 'theme', label: display.theme, choices: themes, inline: true, help: display.themeHelp })}
${submitButton(t.common.save, { look: 'quiet' })}`;
  return html`<section class="section"><h2 class="mb-3">${display.title}</h2>${postForm(page, '/account/display', fields)}</section>`;
}

export async function saveDisplay(page: Page): Promise<Answer> {
  const { core, actor, form } = page;
  const [locale, theme] = [form.text('locale'), form.text('theme')];
  const chosen = locale === 'company' ? null : locale;
  if ((chosen !== null && chosen !== 'he' && chosen !== 'en') || !/^(?:auto|light|dark)$/.test(theme)) {
    throw new PageError('badRequest');
  }
  await core.accounts.setLocale(actor, chosen);
  // Otherwise the language that the browser chose before the sign-in would override the company's.
  const { saved } = CATALOGUES[chosen ?? page.company.locale].account.display;
  return { ...page.redirect('/account', saved), cookies: { theme, language: chosen ?? '' } };
}
