import {
  type AttendanceReads,
  type EmployeeReads,
  type LeaveReads,
  type OrganizationReads,
  type ShiftReads,
  systemActor,
} from '@shaon/core';
import type { SampleCompany } from './sample-company.ts';

/** Two companies and what they were filled with. */
export interface Filled {
  readonly companyId: number;
  readonly foreignCompanyId: number;
  readonly own: SampleCompany;
  readonly theirs: SampleCompany;
}

export interface Services {
  readonly employees: EmployeeReads;
  readonly attendance: AttendanceReads;
  readonly leave: LeaveReads;
  readonly organization: OrganizationReads;
  readonly shifts: ShiftReads;
}

/** Ways to be wrong that a host's own service might choose. Each must be found by its contract. */
export const MISTAKES: readonly [string, keyof Services, (services: Services, filled: Filled) => Partial<Services>][] =
  [
    [
      'shows another company',
      'employees',
      ({ employees }, { foreignCompanyId }) => ({
        employees: {
          ...employees,
          list: (_, filter, page) => employees.list(systemActor(foreignCompanyId), filter, page),
        },
      }),
    ],
    [
      'gives a foreign employee by id',
      'employees',
      ({ employees }, { foreignCompanyId }) => ({
        employees: {
          ...employees,
          get: (actor, id) => employees.get(actor, id).catch(() => employees.get(systemActor(foreignCompanyId), id)),
        },
      }),
    ],
    [
      'forgets who asks',
      'employees',
      ({ employees }) => ({
        employees: {
          ...employees,
          list: (actor, filter, page) => employees.list(systemActor(actor.companyId), filter, page),
        },
      }),
    ],
    [
      'ignores a filter',
      'employees',
      ({ employees }) => ({
        employees: {
          ...employees,
          list: (actor, { status: _, ...filter }, page) => employees.list(actor, filter, page),
        },
      }),
    ],
    [
      'shows more than is published',
      'employees',
      ({ employees }) => ({
        employees: {
          ...employees,
          get: async (actor, id) => ({ ...(await employees.get(actor, id)), id_number: '000000018' }),
        },
      }),
    ],
    [
      'shows locations to every token',
      'attendance',
      ({ attendance }) => ({
        attendance: {
          list: (actor, filter, page, options) =>
            actor.kind === 'token' && actor.abilities.has('attendance:read')
              ? attendance.list(systemActor(actor.companyId), filter, page, options)
              : attendance.list(actor, filter, page, options),
        },
      }),
    ],
    [
      'takes no notice of branches',
      'attendance',
      ({ attendance }) => ({
        attendance: {
          list: (actor, { branch_id: _, ...filter }, page, options) => attendance.list(actor, filter, page, options),
        },
      }),
    ],
    [
      'counts the page and not the list',
      'leave',
      ({ leave }) => ({
        leave: {
          async list(actor, filter, page) {
            const { items } = await leave.list(actor, filter, page);
            return { items, total: items.length };
          },
        },
      }),
    ],
    [
      'gives the newest first',
      'leave',
      ({ leave }) => ({
        leave: {
          async list(actor, filter, page) {
            const { items, total } = await leave.list(actor, filter, { page: 1, per_page: 200 });
            const start = (page.page - 1) * page.per_page;
            return { items: [...items].reverse().slice(start, start + page.per_page), total };
          },
        },
      }),
    ],
    [
      'compares labels byte by byte',
      'leave',
      ({ leave }) => ({
        leave: {
          async list(actor, filter, page) {
            const isExact = filter.type == null || filter.type === filter.type.trim().normalize('NFC');
            return isExact ? leave.list(actor, filter, page) : { items: [], total: 0 };
          },
        },
      }),
    ],
    [
      'takes the last date as exclusive',
      'leave',
      ({ leave }) => ({
        leave: {
          list: (actor, filter, page) =>
            filter.date_to === '2026-05-03'
              ? leave.list(actor, { ...filter, date_to: '2026-05-02' }, page)
              : leave.list(actor, filter, page),
        },
      }),
    ],
    [
      'pages what is unpaginated',
      'organization',
      ({ organization }) => ({
        organization: {
          ...organization,
          departments: async (actor) => (await organization.departments(actor)).slice(0, 1),
        },
      }),
    ],
    [
      'lets everybody read the presets',
      'shifts',
      ({ shifts }) => ({ shifts: { list: (actor) => shifts.list(systemActor(actor.companyId)) } }),
    ],
  ];
