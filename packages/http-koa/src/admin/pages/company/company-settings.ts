import { type CompanyRow, type CompanySettings, versionOf } from '@shaon/core';
import { PHONE_REGIONS } from '@shaon/core/extension';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { radios, selectField, textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { conflictOf } from '../../conflict.ts';
import type { Form } from '../../form.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { settingsTabs } from './settings-tabs.ts';

const HOURS = ['open_shift_hours', 'break_hours', 'work_day_hours'] as const;

export async function showSettings(page: Page): Promise<Answer> {
  const company = await page.core.companies.get(page.actor);
  const stored = FormState.opened(valuesOf(company), { version: versionOf(company) });
  return settingsPage(page, company, page.returnedForm('/company') ?? stored);
}

export async function saveSettings(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  try {
    await core.companies.update(actor, form.onlyChanged(settingsOf(form)), { expectedVersion: form.text('version') });
    return page.redirect('/company', t.company.saved);
  } catch (error) {
    const company = await core.companies.get(actor);
    if (conflictOf(error) !== 'changed') return settingsPage(page, company, refusedForm(page, error));
    const changed = formChangedByOthers(page, valuesOf(company), { version: versionOf(company) });
    if (!changed.differsFromSaved) return page.redirect('/company', t.company.saved);
    return settingsPage(page, company, changed, 409);
  }
}

function valuesOf(company: CompanyRow): Record<string, string> {
  return {
    name: company.name,
    zone: company.zone,
    locale: company.locale,
    phone_region: company.phoneRegion,
    open_shift_hours: String(company.openShiftHours),
    break_hours: String(company.breakHours),
    work_day_hours: String(company.workDayHours),
  };
}

/** The service refuses values that are not a number or not in its list, beside their field. */
function settingsOf(form: Form): CompanySettings {
  const hours = HOURS.map(
    (name) => [name, form.optional(name) === null ? Number.NaN : Number(form.text(name))] as const,
  );
  return {
    name: form.text('name'),
    zone: form.text('zone'),
    locale: form.text('locale') as CompanyRow['locale'],
    phone_region: form.text('phone_region') as (typeof PHONE_REGIONS)[number],
    ...(Object.fromEntries(hours) as Record<(typeof HOURS)[number], number>),
  };
}

function settingsPage(page: Page, company: CompanyRow, form: FormState, status?: number): Answer {
  const { t } = page;
  const texts = t.company;
  const fields = html`<input type="hidden" name="version" value="${form.value('version')}">
${textField(form, { name: 'name', label: texts.name, help: texts.nameHelp, required: true, maxLength: 255 })}
${selectField(form, { name: 'zone', label: texts.zone, help: texts.zoneHelp, choices: zoneChoices(company.zone) })}
${radios(form, { name: 'locale', label: texts.locale, help: texts.localeHelp, inline: true, choices: languages(page) })}
${selectField(form, { name: 'phone_region', label: texts.phoneRegion, help: texts.phoneRegionHelp, choices: regionChoices(page) })}
<h2 class="mt-5 mb-1">${texts.hours}</h2><p class="muted mb-3">${texts.hoursLead}</p>
${hoursField(form, 'open_shift_hours', texts.openShift, texts.openShiftHelp)}
${hoursField(form, 'break_hours', texts.breakHours, texts.breakHelp)}
${hoursField(form, 'work_day_hours', texts.workDay, texts.workDayHelp)}
<div class="acts">${submitButton(texts.save)}</div>`;
  const view: View = {
    title: texts.title,
    navigation: '/company',
    layout: 'narrow',
    form,
    main: html`${settingsTabs(page, 'settings')}${postForm(page, '/company', fields, { className: 'mt-4', keptOn: '/company', opened: form })}${page.has('account') && secondFactor(page, company)}`,
  };
  return page.show(view, status);
}

function hoursField(form: FormState, name: (typeof HOURS)[number], label: string, help: string): Html {
  return textField(form, { name, label, help, type: 'number', ltr: true, required: true, min: 1, max: 48, step: 1 });
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

function secondFactor(page: Page, company: CompanyRow): Html {
  const { secondFactor: texts } = page.t.company;
  const isRequired = company.secondFactorSince !== null;
  const change = linkButton(page, '/company/second-factor', isRequired ? texts.release : texts.require, {
    isSmall: true,
  });
  return html`<section class="section" aria-labelledby="second-factor"><div class="section-head"><h2 id="second-factor">${texts.title}</h2>${change}</div><p class="muted">${isRequired ? texts.on : texts.off}</p></section>`;
}
