import type { TokenSummary } from '@shaon/core';
import { addDays, startOfLocalDate } from '@shaon/core/time';
import { adjacentDate } from '../../adjacent-date.ts';
import { type Choice, radios, textField } from '../../components/fields.ts';
import { value } from '../../components/texts.ts';
import type { Form } from '../../form.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { isWorkDate } from '../../work-date.ts';
import { lastDate } from './token-state.ts';

const PRESET_DAYS = ['30', '90', '365'] as const;

/** The fields of a token's expiry: one of a few spans, or a date. `keep` is offered if the form changes a token. */
export function expiryFields(page: Page, form: FormState, current: TokenSummary | null): Html {
  const { t, format } = page;
  const texts = t.tokens.form;
  const from = countedFrom(page, form);
  const until = (days: string) => t.tokens.until(value(format.shortDate(addDays(from, Number(days)))));
  const now =
    current === null
      ? null
      : current.expiresAt === null
        ? t.tokens.noExpiry
        : t.tokens.until(value(format.shortDate(lastDate(page, current.expiresAt))));
  const choices: Choice[] = [
    ...(now === null ? [] : [{ value: 'keep', label: texts.keep(now) }]),
    { value: 'none', label: texts.none },
    ...PRESET_DAYS.map((days) => ({
      value: days,
      label: html`${days === '365' ? texts.year : texts.days(days)} <span class="muted">(${until(days)})</span>`,
    })),
    { value: 'date', label: texts.other },
  ];
  return html`<input type="hidden" name="counted_from" value="${from}">
${radios(form, { name: 'expires_at', label: texts.expiry, help: texts.expiryHelp, choices, inline: true })}
${textField(form, { name: 'expires_on', label: texts.date, help: texts.dateHelp, optional: t.common.optional, type: 'date', ltr: true })}`;
}

/**
 * The date from which the form's spans count. It stays the one on which the form was opened, so that a form that is sent
 * after midnight means the dates that it showed; once they have passed, the spans are counted from today.
 */
function countedFrom(page: Page, form: FormState): string {
  const today = page.format.calendarDate(page.now);
  const opened = form.value('counted_from');
  return isWorkDate(opened) && addDays(opened, Number(PRESET_DAYS[0])) >= today ? opened : today;
}

/**
 * The expiry that a form chose: null for none, undefined for no change. A span and a date mean the end of that day in
 * the company's zone. An invalid value becomes an invalid Date, which the service refuses with the other fields' errors.
 */
export function chosenExpiry(page: Page, form: Form): Date | null | undefined {
  const choice = form.text('expires_at');
  // A typed date without its choice is an error: the person did not ask for a token without an expiry.
  if (isDateUnused(form)) return new Date(Number.NaN);
  if (choice === 'keep') return undefined;
  if (choice === 'none') return null;
  if (PRESET_DAYS.some((days) => days === choice)) {
    const opened = form.text('counted_from');
    return isWorkDate(opened) ? endOfDate(addDays(opened, Number(choice)), page.zone) : new Date(Number.NaN);
  }
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
