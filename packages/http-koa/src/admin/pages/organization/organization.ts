import { isShaonError, versionOf } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { checkbox, textField } from '../../components/fields.ts';
import { recordTable, rowActs } from '../../components/record-table.ts';
import { isolated, name } from '../../components/texts.ts';
import { type ConfirmPage, confirmRoutes } from '../../confirm-routes.ts';
import type { Form } from '../../form.ts';
import { type EditForm, formRoutes, type NewForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { admins, get, managers, type PageRoute } from '../../page-route.ts';
import { branches, departments, type Unit, type UnitKind, type UnitValues, unitOf } from './unit-kind.ts';

/* Departments and branches. */

async function showOrganization(page: Page): Promise<Answer> {
  const { t } = page;
  return page.show({
    title: t.organization.title,
    lead: t.organization.lead,
    crumbs: [{ href: '/people', label: t.people.title }],
    navigation: '/people',
    main: html`${await section(page, departments)}${await section(page, branches)}`,
  });
}

async function section(page: Page, kind: UnitKind): Promise<Html> {
  const texts = page.t.organization[kind.path];
  const units = await kind.list(page);
  const add = page.isAdmin && linkButton(page, `/${kind.path}/new`, texts.add, { icon: 'plus', isSmall: true });
  const list = units.length === 0 ? html`<p class="muted">${texts.none}</p>` : await table(page, kind, units);
  return html`<section class="section" aria-labelledby="${kind.path}">
<div class="section-head"><h2 id="${kind.path}">${texts.title}</h2>${add}</div>${list}</section>`;
}

async function table(page: Page, kind: UnitKind, units: readonly Unit[]): Promise<Html> {
  const { columns, edit, remove } = page.t.organization;
  const people = await kind.people(page);
  const acts = ({ id, name: called }: Unit) =>
    rowActs(
      linkButton(page, `/${kind.path}/${id}/edit`, edit(name(called)), { isSmall: true }),
      linkButton(page, `/${kind.path}/${id}/remove`, remove(name(called)), { look: 'danger-quiet', isSmall: true }),
    );
  return recordTable(
    page.t.organization[kind.path].caption,
    [
      { head: columns.name, cell: (unit) => name(unit.name), className: 'wrap-any' },
      kind.hasAddress && { head: columns.address, cell: ({ address }) => address != null && name(address), from: 'md' },
      { head: columns.people, cell: ({ id }) => peopleIn(page, kind, id, people.get(id) ?? 0) },
      page.isAdmin && { head: columns.actions, cell: acts, isActs: true },
    ],
    units,
  );
}

function peopleIn(page: Page, kind: UnitKind, id: number, count: number): Html {
  const { t, format } = page;
  const shown = t.organization.people(count, format.number(count));
  if (count === 0) return html`<span class="muted">${shown}</span>`;
  const filter = kind.path === 'departments' ? 'department' : 'branch';
  return html`<a href="${page.path(`/people?${filter}=${id}`)}">${shown}</a>`;
}

/** Where the pages below the list stand. */
const place = ({ t }: Page) => ({
  navigation: '/people',
  crumbs: [
    { href: '/people', label: t.people.title },
    { href: '/organization', label: t.organization.title },
  ],
});

/** What the forms of a new unit and of an existing one share. */
const unitForm = (kind: UnitKind) => ({
  back: '/organization',
  fields: ({ t }: Page, form: FormState) =>
    html`${textField(form, { name: 'name', label: t.organization.nameLabel, required: true, maxLength: 255 })}
${kind.hasAddress && textField(form, { name: 'address', label: t.organization.addressLabel, maxLength: 255, optional: t.common.optional })}`,
});

const unitValues = (form: Form): UnitValues => ({ name: form.text('name'), address: form.optional('address') });

const newUnit = (kind: UnitKind): NewForm<null> => ({
  ...unitForm(kind),
  record: () => null,
  values: () => ({}),
  view: (page) => ({ title: page.t.organization[kind.path].add, ...place(page) }),
  async save(page) {
    const unit = await kind.create(page, unitValues(page.form), page.once);
    return page.t.organization[kind.path].added(isolated(unit.name));
  },
});

const editUnit = (kind: UnitKind): EditForm<Unit> => ({
  ...unitForm(kind),
  record: (page) => unitOf(page, kind),
  values: ({ name, address }) => ({ name, ...(kind.hasAddress && { address }) }),
  version: versionOf,
  view: (page, unit) => ({ title: page.t.organization[kind.path].editTitle(isolated(unit.name)), ...place(page) }),
  save: (page, { id }, expected) => kind.update(page, id, page.form.onlyChanged(unitValues(page.form)), expected),
  saved: ({ t }, unit) => t.organization[kind.path].saved(isolated(unit.name)),
});

/** D:E3: a unit with people in it is removed only if the form says what becomes of them. */
const removeUnit = (kind: UnitKind): ConfirmPage<Unit> => ({
  back: '/organization',
  record: (page) => unitOf(page, kind),
  async ask(page, unit, form) {
    const texts = page.t.organization;
    const count = (await kind.people(page)).get(unit.id) ?? 0;
    const box = { name: 'clear', label: texts.clear, help: texts.clearHelp, required: true };
    return {
      title: texts[kind.path].removeTitle,
      question: texts[kind.path].question(name(unit.name)),
      consequence: count === 0 ? texts.gone : texts.empties(count, page.format.number(count)),
      ...(count > 0 && { fields: checkbox(form, box) }),
      verb: texts.removeVerb,
      keep: texts.keep,
      ...place(page),
    };
  },
  async save(page, unit) {
    await kind.remove(page, unit.id, { clearReferences: page.form.text('clear') === '1' });
    return page.t.organization[kind.path].removed(isolated(unit.name));
  },
  refused({ form, t }, error) {
    if (!isShaonError(error, 'in_use')) throw error;
    return FormState.refused(form, { clear: [t.organization.mustClear] }, null);
  },
});

export const organizationRoutes: readonly PageRoute[] = [
  get('/organization', managers, showOrganization),
  ...[departments, branches].flatMap((kind) => [
    ...formRoutes(`/${kind.path}/new`, admins, newUnit(kind)),
    ...formRoutes(`/${kind.path}/:id/edit`, admins, editUnit(kind)),
    ...confirmRoutes(`/${kind.path}/:id/remove`, admins, removeUnit(kind)),
  ]),
];
