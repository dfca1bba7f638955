import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { name } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { branches, departments, type Unit, type UnitKind } from './unit-kind.ts';

export async function showOrganization(page: Page): Promise<Answer> {
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
  const [units, people] = await Promise.all([kind.list(page), kind.people(page)]);
  const add = page.isAdmin && linkButton(page, `/${kind.path}/new`, texts.add, { icon: 'plus', isSmall: true });
  const list = units.length === 0 ? html`<p class="muted">${texts.none}</p>` : table(page, kind, units, people);
  return html`<section class="section" aria-labelledby="${kind.path}"><div class="section-head"><h2 id="${kind.path}">${texts.title}</h2>${add}</div>${list}</section>`;
}

function table(page: Page, kind: UnitKind, units: readonly Unit[], people: ReadonlyMap<number, number>): Html {
  const { columns } = page.t.organization;
  const { caption } = page.t.organization[kind.path];
  return html`<table class="list"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">${columns.name}</th>${kind.hasAddress && html`<th scope="col" class="d-none d-md-table-cell">${columns.address}</th>`}<th scope="col">${columns.people}</th>${page.isAdmin && html`<th scope="col" class="end"><span class="visually-hidden">${columns.actions}</span></th>`}</tr></thead>
<tbody>${units.map((unit) => row(page, kind, unit, people.get(unit.id) ?? 0))}</tbody></table>`;
}

function row(page: Page, kind: UnitKind, unit: Unit, count: number): Html {
  const { t, format } = page;
  const filter = kind.path === 'departments' ? 'department' : 'branch';
  const shown = t.organization.people(count, format.number(count));
  const people =
    count === 0
      ? html`<span class="muted">${shown}</span>`
      : html`<a href="${page.path(`/people?${filter}=${unit.id}`)}">${shown}</a>`;
  const { edit, remove } = t.organization;
  const acts = html`<td class="end"><div class="acts justify-content-end"><a class="btn btn-quiet btn-sm" href="${page.path(`/${kind.path}/${unit.id}/edit`)}">${edit(name(unit.name))}</a><a class="btn btn-danger-quiet btn-sm" href="${page.path(`/${kind.path}/${unit.id}/remove`)}">${remove(name(unit.name))}</a></div></td>`;
  return html`<tr><th scope="row" class="wrap-any">${name(unit.name)}</th>${kind.hasAddress && html`<td class="d-none d-md-table-cell">${unit.address != null && name(unit.address)}</td>`}<td>${people}</td>${page.isAdmin && acts}</tr>`;
}
