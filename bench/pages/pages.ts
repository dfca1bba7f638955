import type { Core, LoginRole, SystemActor } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';

/** What is opened, as whom. */
export interface OpenedPage {
  readonly path: string;
  readonly role: LoginRole;
}

const FIRST = { page: 1, per_page: 50 };
const NEWCOMER = {
  name: 'דנה לוי',
  id_number: '123456782',
  email: 'dana.levi@bench.example',
  phone: '050-123-4567',
  salary_type: 'hourly' as const,
  hourly_rate: 52,
};

/** Every page that shows, with lists at their dearest: filtered, sorted and at their end. */
export async function everyPage(core: Core, webhooks: Webhooks, company: SystemActor): Promise<OpenedPage[]> {
  const { items, lastPage } = await peopleOf(core, company);
  // The third is the employee who signs in (`letPeopleIn`).
  const [, , self = 0, person = 0] = items.filter(({ status }) => status === 'active').map(({ id }) => id);
  // Of the seeded people none has an ID number that could be opened.
  const { id: file } = await core.employees.create(company, NEWCOMER);
  const [department] = await core.organization.departments(company);
  const [branch] = await core.organization.branches(company);
  const shift = await core.shifts.create(company, { name: 'Night', wage_percentage: 150 });
  const absenceType = (await core.absenceTypes.create(company, { label: 'Jury duty' })).id;
  const token = (await core.tokens.list(company)).at(-1)?.id ?? 0;
  const endpoint = (await webhooks.endpoints.list(company))[0]?.id ?? 0;
  const leave = (await core.leave.groups(company, { status: 'pending' }, FIRST)).items[0]?.id ?? 0;
  const own = (await core.leave.groups(company, { employee_id: self }, FIRST)).items[0]?.id ?? leave;
  const account = (await core.accounts.list(company)).at(-1)?.id ?? 0;
  const delivery = (await webhooks.deliveries.list(company, {}, { page: 1, per_page: 1 })).items[0]?.id ?? 0;
  const audit = (await core.auditReads.list(company, {}, { limit: 1 })).items[0]?.id ?? 0;
  const admin = paths('admin', [
    ...[`/people?page=${lastPage}`, '/people?text=199', '/people?text=bench.example&status=active', '/people/new'],
    ...['', '/edit', '/freeze', '/role', '/id-number', '/welcome', '/link'].map((end) => `/people/${file}${end}`),
    ...[
      '/organization',
      '/departments/new',
      `/departments/${department?.id}/edit`,
      `/departments/${department?.id}/remove`,
    ],
    ...['/branches/new', `/branches/${branch?.id}/edit`, `/branches/${branch?.id}/remove`],
    ...['/shifts', '/shifts/new', `/shifts/${shift.id}/edit`, `/shifts/${shift.id}/remove`],
    ...['/absence-types', `/absence-types/${absenceType}/rename`, `/absence-types/${absenceType}/retire`],
    ...['/accounts', '/accounts/new', `/accounts/${account}/link`, `/accounts/${account}/disable`],
    ...['/company', '/company/second-factor'],
    ...['/tokens', '/tokens/new', `/tokens/${token}`, `/tokens/${token}/edit`, `/tokens/${token}/revoke`],
    ...['/webhooks', '/webhooks/new', `/webhooks/${endpoint}`],
    ...['edit', 'test', 'verify', 'signature', 'replay', 'rotate', 'disable', 'remove'].map(
      (act) => `/webhooks/${endpoint}/${act}`,
    ),
    ...[
      '/deliveries',
      '/deliveries?state=failed&status=5xx',
      `/deliveries?endpoint=${endpoint}`,
      `/deliveries/${delivery}`,
    ],
    ...['/audit', `/audit?who=t${token}`, '/audit?kind=admin', '/audit?status=4', '/audit?search=203.0.113.77'],
    `/audit/${audit}`,
  ]);
  const day = '2026-05-12';
  const manager = paths('manager', [
    // Of the last page of people some have left.
    ...['/people', '/attendance', `/attendance?page=${Math.max(1, lastPage - 1)}`],
    ...['/attendance?state=pending', '/attendance?state=at_work'],
    ...[`/attendance?department=${department?.id}`, '/attendance?name=199', '/attendance?month=2025-10'],
    ...[`/attendance/day?date=${day}`, '/attendance/day?date=2026-05-05'],
    `/attendance/approve?month=2026-05&employees=${items.map(({ id }) => id).join()}`,
    ...[`/attendance/people/${person}?date=${day}`, `/attendance/people/${person}/correct?date=${day}`],
    `/attendance/people/${person}/void?date=${day}`,
    ...['/leave', '/leave?status=approved', `/leave/${leave}`, '/leave/calendar'],
    `/leave/calendar?department=${department?.id}`,
  ]);
  const employee = paths('employee', [
    ...[
      '/my-day',
      '/my-day/month',
      '/my-day/month?month=2025-10',
      '/my-day/day?date=2025-10-12',
      '/my-day/leave',
      '/my-day/leave/new',
    ],
    ...[`/my-day/leave/${own}`, '/account', '/account/password'],
  ]);
  return [...admin, ...manager, ...employee];
}

/** The list of people by what somebody types. */
export function searches(): OpenedPage[] {
  const texts = ['employee1777@', 'bench.example', 'qqqq', 'נועה', 'ОЛЬГА 12', '300177', 'e'];
  return paths('admin', ['/people', ...texts.map((text) => `/people?text=${encodeURIComponent(text)}`)]);
}

async function peopleOf(core: Core, company: SystemActor) {
  const { items, total } = await core.employees.list(company, {}, FIRST);
  return { items, lastPage: Math.ceil(total / FIRST.per_page) };
}

const paths = (role: LoginRole, all: readonly string[]): OpenedPage[] => all.map((path) => ({ role, path }));
