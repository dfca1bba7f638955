import { type AbsenceType, versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { recordTable, rowActs } from '../../components/record-table.ts';
import { isolated, name } from '../../components/texts.ts';
import { type ConfirmPage, confirmRoutes } from '../../confirm-routes.ts';
import { type EditForm, formRoutes, type NewForm } from '../../form-routes.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { admins, type PageRoute, post } from '../../page-route.ts';
import { inSettings, settingsTabs } from '../company/settings-tabs.ts';

/* The kinds of leave that people can request: the list, with the form of a new one below it. */

const absenceTypes: NewForm<readonly AbsenceType[]> = {
  record: ({ core, actor }) => core.absenceTypes.list(actor),
  values: () => ({}),
  fields: ({ t }, form) =>
    textField(form, { name: 'label', label: t.absenceTypes.newLabel, required: true, maxLength: 255 }),
  verb: ({ t }) => t.absenceTypes.add,
  async view(page, types, form) {
    const { title, lead, none, addTitle } = page.t.absenceTypes;
    const list = types.length > 0 ? await table(page, types) : html`<p class="muted mt-3">${none}</p>`;
    return {
      title,
      lead,
      ...inSettings(page),
      layout: 'wide',
      main: html`${settingsTabs(page, '/absence-types')}${list}
<section class="section main-narrow"><h2 class="mb-2">${addTitle}</h2>${form}</section>`,
    };
  },
  async save({ core, actor, form, t, once }) {
    const { label } = await core.absenceTypes.create(actor, { label: form.text('label') }, once);
    return t.absenceTypes.added(isolated(label));
  },
};

function table(page: Page, types: readonly AbsenceType[]): Promise<Html> {
  const { caption, columns, offered, retired } = page.t.absenceTypes;
  const state = ({ is_retired }: AbsenceType) =>
    is_retired ? badge('off', 'pause', retired) : html`<span class="muted">${offered}</span>`;
  return recordTable(
    caption,
    [
      { head: columns.label, cell: ({ label }) => name(label), className: 'wrap-any' },
      { head: columns.state, cell: state },
      { head: columns.actions, cell: (type) => actsOf(page, type), isActs: true },
    ],
    types,
    { className: 'mid', isPast: ({ is_retired }) => is_retired },
  );
}

function actsOf(page: Page, { id, label, is_retired }: AbsenceType): Html {
  const { rename, restore, retire } = page.t.absenceTypes;
  const path = `/absence-types/${id}`;
  return rowActs(
    linkButton(page, `${path}/rename`, rename(name(label)), { isSmall: true }),
    is_retired
      ? postForm(page, `${path}/restore`, submitButton(restore(name(label)), { look: 'quiet', isSmall: true }))
      : linkButton(page, `${path}/retire`, retire(name(label)), { isSmall: true }),
  );
}

/** Requests keep their type and show its present label (D:A11). */
const renameType: EditForm<AbsenceType> = {
  back: '/absence-types',
  record: typeOfPath,
  values: ({ label }) => ({ label }),
  version: versionOf,
  fields({ t }, form) {
    const { label, renameHelp: help } = t.absenceTypes;
    return textField(form, { name: 'label', label, help, required: true, maxLength: 255 });
  },
  view: (page, { label }) => ({
    title: page.t.absenceTypes.renameTitle(isolated(label)),
    ...inSettings(page, '/absence-types'),
  }),
  save: ({ core, actor, form }, { id }, expected) => core.absenceTypes.rename(actor, id, form.text('label'), expected),
  saved: ({ t }, { label }) => t.absenceTypes.renamed(isolated(label)),
};

const retireType: ConfirmPage<AbsenceType> = {
  back: '/absence-types',
  record: typeOfPath,
  ask(page, { label, is_retired }) {
    const { retireTitle, retireQuestion, consequence, retireVerb, keep, retiredAlready } = page.t.absenceTypes;
    if (is_retired) return page.redirect('/absence-types', { tone: 'wait', text: retiredAlready(isolated(label)) });
    const question = retireQuestion(name(label));
    return { title: retireTitle, question, consequence, verb: retireVerb, keep, ...inSettings(page, '/absence-types') };
  },
  async save({ core, actor, t }, { id, label }) {
    await core.absenceTypes.retire(actor, id);
    return t.absenceTypes.wasRetired(isolated(label));
  },
};

async function restoreType(page: Page): Promise<Answer> {
  const { id, label } = await typeOfPath(page);
  await page.core.absenceTypes.restore(page.actor, id);
  return page.redirect('/absence-types', page.t.absenceTypes.wasRestored(isolated(label)));
}

/** The absence type of the path. Throws `notFound`. */
async function typeOfPath(page: Page): Promise<AbsenceType> {
  const id = page.id();
  const found = (await page.core.absenceTypes.list(page.actor)).find((one) => one.id === id);
  if (found === undefined) throw new PageError('notFound');
  return found;
}

export const absenceTypeRoutes: readonly PageRoute[] = [
  ...formRoutes('/absence-types', admins, absenceTypes),
  ...formRoutes('/absence-types/:id/rename', admins, renameType),
  ...confirmRoutes('/absence-types/:id/retire', admins, retireType),
  post('/absence-types/:id/restore', admins, restoreType),
];
