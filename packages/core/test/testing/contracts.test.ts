import type { AttendanceRecord } from '@shaon/core';
import {
  attendanceReadsContract,
  type Capabilities,
  type ContractCase,
  employeeReadsContract,
  leaveReadsContract,
  organizationReadsContract,
  shiftReadsContract,
} from '@shaon/core/testing';
import { expect } from 'chai';
import { withCore } from '../support.ts';
import {
  attendanceInMemory,
  employeesInMemory,
  type Kept,
  leaveInMemory,
  organizationInMemory,
  shiftsInMemory,
} from './in-memory-reads.ts';
import { type Filled, MISTAKES, type Services } from './mistakes.ts';
import { fillCompany, type SampleCompany } from './sample-company.ts';

/** Every contract over services that show what two companies were filled with. */
function contractsOf(filled: () => Filled, services: () => Services): Readonly<Record<keyof Services, ContractCase[]>> {
  const sample = <Name extends 'employees' | 'attendance' | 'leave' | 'shifts'>(name: Name) => {
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
    attendance: attendanceReadsContract(() => ({ ...sample('attendance'), units: unitsOf(filled()) })),
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

function unitsOf({ own, theirs }: Filled) {
  return new Map(
    [...own.employees, ...theirs.employees].map(({ id, department, branch }) => [
      id,
      { departmentId: department?.id ?? null, branchId: branch?.id ?? null },
    ]),
  );
}

function keptOf({ companyId, foreignCompanyId, own, theirs }: Filled): Kept {
  const both = <Name extends keyof SampleCompany>(name: Name) =>
    new Map<number, SampleCompany[Name]>([
      [companyId, own[name]],
      [foreignCompanyId, theirs[name]],
    ]);
  return {
    employees: both('employees'),
    attendance: both('attendance'),
    leave: both('leave'),
    departments: both('departments'),
    branches: both('branches'),
    shifts: both('shifts'),
  };
}

function inMemory(kept: Kept): Services {
  return {
    employees: employeesInMemory(kept),
    attendance: attendanceInMemory(kept),
    leave: leaveInMemory(kept),
    organization: organizationInMemory(kept),
    shifts: shiftsInMemory(kept),
  };
}

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

  describe('say what a record must hold', () => {
    /** Why a contract refuses records that the service and the sample agree about. */
    async function whyRefused(cases: readonly ContractCase[]): Promise<string> {
      const results = await Promise.allSettled(cases.map(({ run }) => run()));
      return results.map((result) => (result.status === 'rejected' ? String(result.reason) : '')).join('\n');
    }

    /** The attendance of a product whose days are these in place of core's, with what it says that it keeps. */
    function attendanceOf(change: (record: AttendanceRecord) => object, capabilities: Capabilities = {}) {
      const changed = ({ attendance, ...rest }: SampleCompany): SampleCompany => ({
        ...rest,
        attendance: attendance.map((record) => ({ ...record, ...change(record) })),
      });
      const other = { ...filled, own: changed(filled.own), theirs: changed(filled.theirs) };
      return attendanceReadsContract(
        () => ({
          companyId: other.companyId,
          foreignCompanyId: other.foreignCompanyId,
          reads: inMemory(keptOf(other)).attendance,
          records: other.own.attendance,
          foreignRecords: other.theirs.attendance,
          units: unitsOf(other),
        }),
        capabilities,
      );
    }

    it('finds times that are texts, dates that are none, and ids that do not fit', async () => {
      const wrong: readonly [object, string][] = [
        [{ check_in: '2026-05-04T08:00:00+03:00' }, 'check_in must be a Date, or null'],
        [{ date: '4.5.2026' }, 'date must be a date as YYYY-MM-DD'],
        [{ is_approved: 1 }, 'is_approved must be true or false'],
        [{ absence_type: '' }, 'absence_type must be a text that is not empty, or null'],
      ];
      for (const [change, why] of wrong) expect(await whyRefused(attendanceOf(() => change))).to.contain(why);
    });

    it('needs no place and no open day of a product that keeps none, and refuses one', async () => {
      const over = ({ check_in }: AttendanceRecord) => ({ location: null, check_out: check_in });
      expect((await whyRefused(attendanceOf(over, { location: false, breaks: false }))).trim()).to.equal('');
      expect(await whyRefused(attendanceOf(over, { location: false }))).to.contain('or say { breaks: false }');
      expect(await whyRefused(attendanceOf(over, { breaks: false }))).to.contain('location must be');
      const located = () => ({ location: { check_in: null, check_out: null } });
      expect(await whyRefused(attendanceOf(located, { location: false }))).to.contain('location must be null');
      expect(await whyRefused(attendanceOf(() => ({}), { branches: false }))).to.contain('what branch_id filters by');
    });

    it('refuses a punch out that came before the punch in', async () => {
      const early = ({ check_in }: AttendanceRecord) => ({
        check_out: check_in === null ? null : new Date(check_in.getTime() - 1),
      });
      expect(await whyRefused(attendanceOf(early))).to.contain('check_out before check_in');
    });
  });
});
