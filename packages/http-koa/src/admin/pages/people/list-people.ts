import {
  type Employee,
  InvalidInputError,
  type LoginState,
  type MessageSummary,
  type PersonnelFilter,
} from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { filters } from '../../components/filters.ts';
import { addressWith, hereWith, pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { recordTable } from '../../components/record-table.ts';
import { code, name, value } from '../../components/texts.ts';
import { csvDownload } from '../../csv-download.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { searchText } from '../../pasted-text.ts';
import { roleText, stateCell } from './person-state.ts';

const PER_PAGE = 50;

/** A row of the list, with the state of the person's log-in. */
interface Row {
  readonly employee: Employee;
  readonly login: LoginState | undefined;
  /** Set only for admins. */
  readonly message: MessageSummary | undefined;
}

export async function listPeople(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const [counts, departments, branches, found] = await Promise.all([
    core.personnel.counts(actor),
    core.organization.departments(actor),
    core.organization.branches(actor),
    search(page),
  ]);
  stayWithin(page, { page: pageNumber(page.query), perPage: PER_PAGE, total: found.total });
  const rows = await withLogins(page, found.items);
  if (rows.length > 0) page.disclosed({ what: 'employees.search', people: rows.length });
  const isEmpty = counts.active + counts.frozen === 0;
  const add = linkButton(page, '/people/new', t.people.add, { look: 'primary', icon: 'plus' });
  const organization = linkButton(page, '/organization', t.people.organization);
  const file = linkButton(page, addressWith(page, { page: null }, '/people/export'), t.common.asCsv, {
    icon: 'download',
  });
  const fromFile = linkButton(page, '/people/import', t.people.fromFile.action);
  return page.show({
    title: t.people.title,
    ...(!isEmpty && { lead: lead(page, counts) }),
    actions: [
      organization,
      ...(isEmpty ? [] : [file]),
      ...(page.isAdmin ? [fromFile] : []),
      ...(page.isAdmin && !isEmpty ? [add] : []),
    ],
    navigation: '/people',
    main: isEmpty
      ? emptyState(
          'people',
          t.people.none,
          page.core.messages.isWelcoming ? t.people.noneText : t.people.unwelcomed.noneText,
          page.isAdmin ? add : undefined,
        )
      : html`${filterBar(page, departments, branches)}${rows.length === 0 ? emptyList(page) : await table(page, rows)}${pager(
          page,
          { page: pageNumber(page.query), perPage: PER_PAGE, total: found.total },
        )}`,
  });
}

/** The people of the filter as a file; without anything that the API never shows (SPEC 1). */
export function exportPeople(page: Page): Promise<Answer> {
  const { columns, file, states } = page.t.people;
  return csvDownload<Employee>(page, {
    name: 'people',
    columns: [
      [file.id, (employee) => employee.id],
      [columns.name, (employee) => employee.name],
      [columns.email, ({ email }) => email],
      [columns.phone, ({ phone }) => phone],
      [file.role, (employee) => roleText(page.t, employee.role)],
      [columns.state, ({ status }) => states[status]],
      [columns.department, ({ department }) => department?.name ?? null],
      [columns.branch, ({ branch }) => branch?.name ?? null],
    ],
    read: (request) => search(page, request),
    disclose: (people) => page.disclosed({ what: 'employees.search', people }),
  });
}

function lead(
  page: Page,
  counts: { readonly active: number; readonly frozen: number; readonly notSignedIn: number },
): Html {
  const { t, format } = page;
  const waiting = t.people.notSignedInCount(format.number(counts.notSignedIn));
  const link = html`${counts.notSignedIn === 0 ? waiting : html`<a href="${page.path('/people?status=waiting')}">${waiting}</a>`}`;
  return t.people.counts(format.number(counts.active), format.number(counts.frozen), link);
}

async function search(
  page: Page,
  request = { page: pageNumber(page.query), per_page: PER_PAGE },
): Promise<{ readonly items: readonly Employee[]; readonly total: number }> {
  const { core, actor } = page;
  try {
    return await core.personnel.search(actor, filterOf(page), request);
  } catch (error) {
    // The address has a role or a state that does not exist, so no person matches it.
    if (error instanceof InvalidInputError) return { items: [], total: 0 };
    throw error;
  }
}

function filterOf({ query, locale }: Page): PersonnelFilter {
  const status = query.get('status') ?? '';
  return {
    text: searchText(query, 'text'),
    department_id: idOf(query.get('department')),
    branch_id: idOf(query.get('branch')),
    role: query.get('role') || null,
    locale,
    ...(status === 'waiting' ? { not_signed_in: true } : { status: status || null }),
  };
}

/** An invalid id becomes 0, an id that no person has. */
function idOf(text: string | null): number | null {
  if (text === null || text === '') return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

async function withLogins(page: Page, employees: readonly Employee[]): Promise<Row[]> {
  const { core, actor } = page;
  const ids = employees.map(({ id }) => id);
  const logins = await core.personnel.logins(actor, ids);
  const messages = page.isAdmin ? await core.messages.latest(actor, ids) : new Map<number, MessageSummary>();
  return employees.map((employee) => ({
    employee,
    login: logins.get(employee.id),
    message: messages.get(employee.id),
  }));
}

interface Named {
  readonly id: number;
  readonly name: string;
}

function filterBar(page: Page, departments: readonly Named[], branches: readonly Named[]): Html {
  const { filter, roles, statusChoices } = page.t.people;
  const units = (all: string, named: readonly Named[]) => [
    { value: '', label: all },
    ...page.format.byName(named).map((unit) => ({ value: String(unit.id), label: unit.name })),
  ];
  const words = (all: string, texts: Readonly<Record<string, string>>) => [
    { value: '', label: all },
    ...Object.entries(texts).map(([word, label]) => ({ value: word, label })),
  ];
  return filters(page, [
    { kind: 'search', name: 'text', label: filter.text, grows: true },
    {
      kind: 'select',
      name: 'department',
      label: filter.department,
      choices: units(filter.allDepartments, departments),
    },
    { kind: 'select', name: 'branch', label: filter.branch, choices: units(filter.allBranches, branches) },
    { kind: 'select', name: 'role', label: filter.role, choices: words(filter.allRoles, roles) },
    { kind: 'select', name: 'status', label: filter.status, choices: words(filter.allStatuses, statusChoices) },
  ]);
}

function emptyList({ t }: Page): Html {
  return emptyState('search', t.common.nothingFound, t.common.nothingFoundHelp);
}

function table(page: Page, rows: readonly Row[]): Promise<Html> {
  const { columns, caption } = page.t.people;
  return recordTable(
    caption,
    [
      { head: columns.name, cell: ({ employee }) => nameCell(page, employee) },
      { head: columns.email, cell: ({ employee }) => code(employee.email), from: 'md' },
      {
        head: columns.phone,
        cell: ({ employee: { phone } }) => phone !== null && value(phone),
        from: 'lg',
        className: 'nowrap',
      },
      {
        head: columns.department,
        cell: ({ employee: { department } }) => department !== null && name(department.name),
        from: 'md',
      },
      { head: columns.branch, cell: ({ employee: { branch } }) => branch !== null && name(branch.name), from: 'lg' },
      {
        head: columns.state,
        cell: ({ employee: { status }, login, message }) => stateCell(page, { status, login, message }),
      },
    ],
    rows,
    { isPast: ({ employee }) => employee.status === 'frozen' },
  );
}

function nameCell(page: Page, { id, name: called, role }: Employee): Html {
  return html`<a class="name" href="${hereWith(page, {}, `/people/${id}`)}">${name(called)}</a>${
    role !== 'employee' && html`<span class="sub">${roleText(page.t, role)}</span>`
  }`;
}
