import { type EmployeeReads, type LeaveReads, type OrganizationReads, type ShiftReads, systemActor } from '@shaon/core';
import {
  type ContractCase,
  employeeReadsContract,
  leaveReadsContract,
  organizationReadsContract,
  shiftReadsContract,
} from '@shaon/core/testing';
import { expect } from 'chai';
import { withCore } from '../support.ts';
import {
  employeesInMemory,
  type Kept,
  leaveInMemory,
  organizationInMemory,
  shiftsInMemory,
} from './in-memory-reads.ts';
import { fillCompany, type SampleCompany } from './sample-company.ts';

interface Filled {
  readonly companyId: number;
  readonly foreignCompanyId: number;
  readonly own: SampleCompany;
  readonly theirs: SampleCompany;
}

interface Services {
  readonly employees: EmployeeReads;
  readonly leave: LeaveReads;
  readonly organization: OrganizationReads;
  readonly shifts: ShiftReads;
}

/** Every contract over services that show what two companies were filled with. */
function contractsOf(filled: () => Filled, services: () => Services): Readonly<Record<keyof Services, ContractCase[]>> {
  const sample = <Name extends 'employees' | 'leave' | 'shifts'>(name: Name) => {
    const { companyId, foreignCompanyId, own, theirs } = filled();
    return {
      companyId,
      foreignCompanyId,
      reads: services()[name],
      records: own[name],
      foreignRecords: theirs[name],
    };
  };
  return {
    employees: employeeReadsContract(() => sample('employees')),
    leave: leaveReadsContract(() => sample('leave')),
    shifts: shiftReadsContract(() => sample('shifts')),
    organization: organizationReadsContract(() => {
      const { companyId, foreignCompanyId, own, theirs } = filled();
      return {
        reads: services().organization,
        companyId,
        foreignCompanyId,
        departments: own.departments,
        branches: own.branches,
        foreignDepartments: theirs.departments,
        foreignBranches: theirs.branches,
      };
    }),
  };
}

function keptOf({ companyId, foreignCompanyId, own, theirs }: Filled): Kept {
  const both = <Name extends keyof SampleCompany>(name: Name) =>
    new Map<number, SampleCompany[Name]>([
      [companyId, own[name]],
      [foreignCompanyId, theirs[name]],
    ]);
  return {
    employees: both('employees'),
    leave: both('leave'),
    departments: both('departments'),
    branches: both('branches'),
    shifts: both('shifts'),
  };
}

function inMemory(kept: Kept): Services {
  return {
    employees: employeesInMemory(kept),
    leave: leaveInMemory(kept),
    organization: organizationInMemory(kept),
    shifts: shiftsInMemory(kept),
  };
}

/** Ways to be wrong that a host's own service might choose. Each must be found by its contract. */
const MISTAKES: readonly [string, keyof Services, (services: Services, filled: Filled) => Partial<Services>][] = [
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
      employees: { ...employees, list: (actor, { status: _, ...filter }, page) => employees.list(actor, filter, page) },
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

withCore('contracts of read services', (test) => {
  let filled: Filled;

  before(async () => {
    filled = {
      companyId: test.company.companyId,
      foreignCompanyId: test.foreign.companyId,
      own: await fillCompany(test.core, test.company),
      theirs: await fillCompany(test.core, test.foreign),
    };
  });

  for (const [title, services] of [
    ['core', () => test.core],
    ['in memory', () => inMemory(keptOf(filled))],
  ] as const) {
    for (const [name, cases] of Object.entries(contractsOf(() => filled, services))) {
      describe(`${name} of ${title}`, () => {
        for (const { name: title, run } of cases) it(title, run);
      });
    }
  }

  for (const [title, name, spoil] of MISTAKES) {
    it(`finds a service that ${title}`, async () => {
      const right = inMemory(keptOf(filled));
      const spoilt = { ...right, ...spoil(right, filled) };
      const cases = contractsOf(
        () => filled,
        () => spoilt,
      )[name];
      const results = await Promise.allSettled(cases.map(({ run }) => run()));
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(failures.map((failure) => failure.name)).to.include('AssertionError');
      expect(failures.length, 'some cases have nothing to do with the mistake').to.be.below(cases.length);
    });
  }

  it('says when a sample shows nothing', async () => {
    const few = { ...filled, own: { ...filled.own, leave: filled.own.leave.slice(0, 1) } };
    const [first] = contractsOf(
      () => few,
      () => inMemory(keptOf(few)),
    ).leave;
    let failure: unknown;
    await first?.run().catch((error: unknown) => {
      failure = error;
    });
    expect(String(failure)).to.contain('at least five records');
  });
});
