import type { TokenSummary } from '@shaon/core';
import { startOfLocalDate } from '@shaon/core/extension';
import { adjacentDate } from '../../adjacent-date.ts';
import { type Choice, radios, textField } from '../../components/fields.ts';
import { value } from '../../components/texts.ts';
import type { Form } from '../../form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';

const DAY_MS = 86_400_000;
const PRESET_DAYS = ['30', '90', '365'] as const;

/** The fields of a token's expiry: one of a few spans, or a date. `keep` is offered if the form changes a token. */
export function expiryFields(page: Page, form: FormState, current: TokenSummary | null): Html {
  const { t, format } = page;
  const texts = t.tokens.form;
  const until = (days: string) =>
    t.tokens.until(value(format.shortDate(new Date(page.now.getTime() + Number(days) * DAY_MS))));
  const now =
    current === null
      ? null
      : current.expiresAt === null
        ? t.tokens.noExpiry
        : t.tokens.until(value(format.shortDate(current.expiresAt)));
  const choices: Choice[] = [
    ...(now === null ? [] : [{ value: 'keep', label: texts.keep(now) }]),
    { value: 'none', label: texts.none },
    ...PRESET_DAYS.map((days) => ({
      value: days,
      label: html`${days === '365' ? texts.year : texts.days(days)} <span class="muted">(${until(days)})</span>`,
    })),
    { value: 'date', label: texts.other },
  ];
  return html`${radios(form, { name: 'expires_at', label: texts.expiry, help: texts.expiryHelp, choices, inline: true })}
${textField(form, { name: 'expires_on', label: texts.date, help: texts.dateHelp, optional: t.common.optional, type: 'date', ltr: true })}`;
}

/**
 * The expiry that a form chose: null for none, undefined for no change. A date means the end of that day in the
 * company's zone. An invalid value becomes an invalid Date, which the service refuses with the other fields' errors.
 */
export function chosenExpiry(page: Page, form: Form): Date | null | undefined {
  const choice = form.text('expires_at');
  // A typed date without its choice is an error: the person did not ask for a token without an expiry.
  if (isDateUnused(form)) return new Date(Number.NaN);
  if (choice === 'keep') return undefined;
  if (choice === 'none') return null;
  if (PRESET_DAYS.some((days) => days === choice)) return new Date(page.now.getTime() + Number(choice) * DAY_MS);
  if (choice !== 'date') return new Date(Number.NaN);
  return endOfDate(form.text('expires_on'), page.zone);
}

const isDateUnused = (form: Form): boolean => form.text('expires_at') !== 'date' && form.text('expires_on') !== '';

/** The last supported date has no next date, so its end is an invalid Date. */
function endOfDate(date: string, zone: string): Date {
  const next = adjacentDate(date, 1);
  return next === null ? new Date(Number.NaN) : startOfLocalDate(next, zone);
}

/** The refused form: an error of the expiry is shown beside the field that was used, in words about dates. */
export function refusedToken(page: Page, error: unknown): FormState {
  const { form, t } = page;
  const texts = t.tokens.form;
  const refused = refusedForm(page, error, { problems: { limit_reached: texts.limitReached } });
  const { expires_at: wrong, ...others } = refused.errors;
  if (wrong === undefined) return refused;
  const isPast = Number.isFinite(chosenExpiry(page, form)?.getTime());
  const text = isPast ? texts.pastDate : isDateUnused(form) ? texts.dateUnused : texts.noDate;
  const field = form.text('expires_at') === 'date' || isDateUnused(form) ? 'expires_on' : 'expires_at';
  return FormState.refused(form, { ...others, [field]: [text] }, refused.problem);
}
