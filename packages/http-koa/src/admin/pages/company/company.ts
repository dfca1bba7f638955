import { type CompanyRow, type CompanySettings, PHONE_REGIONS, versionOf } from '@shaon/core';
import { linkButton } from '../../components/button.ts';
import { checkbox, radios, selectField, textField } from '../../components/fields.ts';
import { type ConfirmPage, confirmRoutes } from '../../confirm-routes.ts';
import type { Form } from '../../form.ts';
import { type EditForm, formRoutes } from '../../form-routes.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { admins, type PageRoute } from '../../page-route.ts';
import { inSettings, settingsTabs } from './settings-tabs.ts';

/* The company's settings. */

/** The settings that are whole numbers, each with the highest that it may be. */
const NUMBERS = { open_shift_hours: 48, break_hours: 48, work_day_hours: 48, correction_days: 366 } as const;
type NumberName = keyof typeof NUMBERS;

const companyOf = ({ core, actor }: Page): Promise<CompanyRow> => core.companies.get(actor);

const settings: EditForm<CompanyRow> = {
  record: companyOf,
  values: (company) => ({
    name: company.name,
    zone: company.zone,
    locale: company.locale,
    phone_region: company.phoneRegion,
    open_shift_hours: String(company.openShiftHours),
    break_hours: String(company.breakHours),
    work_day_hours: String(company.workDayHours),
    correction_days: String(company.correctionDays),
    sms_notices: company.smsNotices ? '1' : null,
  }),
  version: versionOf,
  fields,
  verb: ({ t }) => t.company.save,
  className: 'mt-4',
  view: (page, company, form) => ({
    title: page.t.company.title,
    navigation: '/company',
    main: html`${settingsTabs(page, '/company')}${form}${page.has('account') && secondFactor(page, company)}`,
  }),
  save: ({ core, actor, form }, _company, expected) =>
    core.companies.update(actor, form.onlyChanged(settingsOf(form)), expected),
  saved: ({ t }) => t.company.saved,
};

/** The service refuses values that are not a number or not in its list, beside their field. */
function settingsOf(form: Form): CompanySettings {
  const numbers = (Object.keys(NUMBERS) as NumberName[]).map(
    (name) => [name, form.optional(name) === null ? Number.NaN : Number(form.text(name))] as const,
  );
  return {
    name: form.text('name'),
    zone: form.text('zone'),
    locale: form.text('locale') as CompanyRow['locale'],
    phone_region: form.text('phone_region') as (typeof PHONE_REGIONS)[number],
    ...(Object.fromEntries(numbers) as Record<NumberName, number>),
    sms_notices: form.has('sms_notices'),
  };
}

function fields(page: Page, form: FormState, { zone }: CompanyRow): Html {
  const texts = page.t.company;
  const number = (name: NumberName, label: string, help: string) =>
    textField(form, {
      name,
      label,
      help,
      type: 'number',
      ltr: true,
      required: true,
      min: 1,
      max: NUMBERS[name],
      step: 1,
    });
  const choices = { zone: zoneChoices(zone), locale: languages(page), region: regionChoices(page) };
  return html`${textField(form, { name: 'name', label: texts.name, help: texts.nameHelp, required: true, maxLength: 255 })}
${selectField(form, { name: 'zone', label: texts.zone, help: texts.zoneHelp, choices: choices.zone })}
${radios(form, { name: 'locale', label: texts.locale, help: texts.localeHelp, inline: true, choices: choices.locale })}
${selectField(form, { name: 'phone_region', label: texts.phoneRegion, help: texts.phoneRegionHelp, choices: choices.region })}
<h2 class="mt-5 mb-1">${texts.hours}</h2><p class="muted mb-3">${texts.hoursLead}</p>
${number('open_shift_hours', texts.openShift, texts.openShiftHelp)}
${number('break_hours', texts.breakHours, texts.breakHelp)}
${number('work_day_hours', texts.workDay, texts.workDayHelp)}
<h2 class="mt-5 mb-1">${texts.corrections}</h2>
${number('correction_days', texts.correctionDays, texts.correctionDaysHelp)}
${checkbox(form, { name: 'sms_notices', label: texts.smsNotices, help: texts.smsNoticesHelp })}`;
}

function languages({ t }: Page) {
  return (['he', 'en'] as const).map((value) => ({ value, label: t.company.languages[value] }));
}

/** Includes the company's own zone, because Node may list it under another name. */
function zoneChoices(own: string) {
  const zones = new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

function regionChoices({ locale }: Page) {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return PHONE_REGIONS.map((region) => ({ value: region, label: names.of(region) ?? region }));
}

function secondFactor(page: Page, { secondFactorSince }: CompanyRow): Html {
  const { title, release, require, on, off } = page.t.company.secondFactor;
  const isRequired = secondFactorSince !== null;
  const change = linkButton(page, '/company/second-factor', isRequired ? release : require, { isSmall: true });
  return html`<section class="section" aria-labelledby="second-factor">
<div class="section-head"><h2 id="second-factor">${title}</h2>${change}</div><p class="muted">${isRequired ? on : off}</p></section>`;
}

const requireSecondFactor: ConfirmPage<CompanyRow> = {
  back: '/company',
  asksPassword: true,
  record: companyOf,
  ask(page, { secondFactorSince }) {
    const texts = page.t.company.secondFactor;
    const isRequired = secondFactorSince !== null;
    return {
      title: texts.title,
      question: html`${isRequired ? texts.releaseQuestion : texts.requireQuestion}`,
      consequence: isRequired ? texts.releaseConsequence : texts.requireConsequence,
      // The form says which change it requests, so that sending it twice does not undo the change.
      fields: html`<input type="hidden" name="required" value="${isRequired ? '0' : '1'}">`,
      verb: isRequired ? texts.release : texts.require,
      keep: texts.keep,
      ...inSettings(page),
      isHarmless: !isRequired,
    };
  },
  async save({ core, actor, form, t }) {
    const isRequired = form.text('required') === '1';
    await core.companies.requireSecondFactor(actor, isRequired);
    return isRequired ? t.company.secondFactor.required : t.company.secondFactor.released;
  },
};

export const companyRoutes: readonly PageRoute[] = [
  ...formRoutes('/company', admins, settings),
  ...confirmRoutes('/company/second-factor', admins, requireSecondFactor),
];
