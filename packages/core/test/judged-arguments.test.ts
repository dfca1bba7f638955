import { type AccountActor, type Core, isShaonError } from '@shaon/core';
import { serviceMethods } from '@shaon/testing';
import { expect } from 'chai';
import { newAdmin } from './accounts/people.ts';
import { GENERATORS, newEmployee, refusal, WITHOUT_ACTOR, withCore } from './support.ts';

/** What a caller without type checks passes as the actor. */
const NO_ACTORS: readonly unknown[] = [
  undefined,
  null,
  1,
  '1',
  {},
  { companyId: 1 },
  { kind: 'boss', companyId: 1 },
  { kind: 'system' },
  { kind: 'token', companyId: 1, abilities: ['employees:read'] },
];

withCore('an actor that is none', (test) => {
  it('is refused by every method that takes one: none answers, and none fails by a TypeError', async () => {
    const methods = serviceMethods(test.core).filter((name) => !WITHOUT_ACTOR.test(name));
    expect(methods).to.have.lengthOf.above(80);
    const taken: string[] = [];
    for (const name of methods) {
      const [service = '', method = ''] = name.split('.');
      const services = test.core as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>;
      for (const actor of NO_ACTORS) {
        const call = async () => {
          const answer = services[service]?.[method]?.(actor, {}, {}, {});
          if (GENERATORS.includes(name)) await (answer as AsyncGenerator).next();
          return answer;
        };
        const error = await call().then(
          () => 'nothing',
          (reason: unknown) => reason,
        );
        const isRefused = isShaonError(error, 'options_invalid') || isShaonError(error, 'invalid_input');
        if (!isRefused) taken.push(`${name} by ${JSON.stringify(actor)}: ${String(error)}`);
      }
    }
    expect(taken).to.deep.equal([]);
  });
});

withCore('the options of a write', (test) => {
  let admin: AccountActor;
  let employeeId: number;
  let dayId: number;
  let departmentId: number;
  let requestId: number;

  before(async () => {
    admin = (await newAdmin(test.core, test.company)).actor;
    employeeId = (await test.core.employees.create(test.company, newEmployee())).id;
    dayId = (await test.core.attendance.punchIn(test.company, employeeId)).id;
    departmentId = (await test.core.organization.createDepartment(test.company, { name: 'Ovens' })).id;
    const [type] = await test.core.absenceTypes.createDefaults(test.company);
    const leave = { employee_id: employeeId, dates: ['2026-07-01'], type: type?.label ?? '' };
    requestId = (await test.core.leave.submit(test.company, leave))[0]?.id ?? 0;
  });

  type Call = (core: Core, options: never) => Promise<unknown>;
  const punches = [{ kind: 'in', at: new Date('2026-06-01T06:00:00Z') }] as const;
  const note = 'Forgotten';

  const calls: Readonly<Record<string, Call>> = {
    'absenceTypes.create': (core, options) => core.absenceTypes.create(test.company, { label: 'Army' }, options),
    'accounts.endAllSessions': (core, options) => core.accounts.endAllSessions(admin, options),
    'accounts.setRole': (core, options) =>
      core.accounts.setRole(test.company, { employee_id: employeeId, role: 'manager' }, options),
    'attendance.approve': (core, options) => core.attendance.approve(test.company, [dayId], options),
    'attendance.approveMonth': (core, options) =>
      core.attendance.approveMonth(test.company, { employee_ids: [employeeId], month: '2026-06' }, options),
    'attendance.breakStart': (core, options) => core.attendance.breakStart(test.company, employeeId, {}, options),
    'attendance.correct': (core, options) =>
      core.attendance.correct(test.company, employeeId, '2026-06-01', { punches, note }, options),
    'attendance.recordPunches': (core, options) =>
      core.attendance.recordPunches(
        test.company,
        [{ device: 'Gate', number: 1, employee_id: employeeId, at: '' }],
        options,
      ),
    'attendance.voidDay': (core, options) => core.attendance.voidDay(test.company, dayId, options),
    'companies.create': (core, options) => core.companies.create({ name: 'Mill' }, options),
    'companies.update': (core, options) => core.companies.update(test.company, { name: 'Mill' }, options),
    'employees.create': (core, options) => core.employees.create(test.company, newEmployee(), options),
    'employees.freeze': (core, options) => core.employees.freeze(test.company, employeeId, options),
    'leave.approveGroup': (core, options) => core.leave.approveGroup(test.company, requestId, {}, options),
    'managers.setLimit': (core, options) => core.managers.setLimit(test.company, admin.loginId, {}, options),
    'leave.reject': (core, options) => core.leave.reject(test.company, requestId, {}, options),
    'organization.removeDepartment': (core, options) =>
      core.organization.removeDepartment(test.company, departmentId, options),
    'organization.updateDepartment': (core, options) =>
      core.organization.updateDepartment(test.company, departmentId, { name: 'Cellar' }, options),
    'personnel.amend': (core, options) => core.personnel.amend(test.company, employeeId, { name: 'Other' }, options),
    'payroll.saveColumns': (core, options) =>
      core.payroll.saveColumns(test.company, { columns: [{ source: 'name', name: 'Name' }] }, options),
    'shifts.create': (core, options) =>
      core.shifts.create(test.company, { name: 'Night', wage_percentage: 150 }, options),
  };

  for (const [name, call] of Object.entries(calls)) {
    it(`of ${name} are refused where nobody takes them, and nothing is written`, async () => {
      await test.core.transaction(async (manager) => {
        const wrong = [manager, { managr: manager }, { manager, expectedVersoin: 'x' }, { manager: 5 }, 'manager'];
        for (const options of [...wrong, { withinTransaction: 'x' }]) {
          const error = await refusal(call(test.core, options as never));
          expect(error, String(Object.keys(Object(options)))).to.have.property('code', 'options_invalid');
        }
        const { message } = (await refusal(call(test.core, { managr: manager } as never))) as Error;
        expect(message).to.include('managr');
        expect(((await refusal(call(test.core, manager as never))) as Error).message).to.include('{ manager }');
      });
    });
  }

  it('in the place of an input that may be left out are refused too', async () => {
    await test.core.transaction(async (manager) => {
      const options = { manager } as object;
      for (const call of [
        test.core.attendance.punchOut(test.company, employeeId, options),
        test.core.leave.approve(test.company, requestId, options),
        test.core.leave.rejectGroup(test.company, requestId, options),
      ]) {
        expect(await refusal(call))
          .to.have.property('code')
          .that.is.oneOf(['invalid_input', 'options_invalid']);
      }
    });
    expect((await test.core.leave.get(test.company, requestId)).status).to.equal('pending');
  });
});

withCore('a filter', (test) => {
  const PAGE = { page: 1, per_page: 50 };
  type Call = (core: Core, filter: never, page: never) => Promise<unknown>;

  const lists: Readonly<Record<string, Call>> = {
    'absenceDays.calendar': (core, filter, page) => core.absenceDays.calendar(test.company, '2026-06', filter, page),
    'attendance.clockReports': (core, filter, page) => core.attendance.clockReports(test.company, filter, page),
    'attendance.daySheet': (core, filter, page) => core.attendance.daySheet(test.company, '2026-06-01', filter, page),
    'attendance.list': (core, filter, page) => core.attendance.list(test.company, filter, page),
    'auditReads.list': (core, filter, page) => core.auditReads.list(test.company, filter, page),
    'correctionRequests.list': (core, filter, page) => core.correctionRequests.list(test.company, filter, page),
    'employees.list': (core, filter, page) => core.employees.list(test.company, filter, page),
    'leave.groups': (core, filter, page) => core.leave.groups(test.company, filter, page),
    'leave.list': (core, filter, page) => core.leave.list(test.company, filter, page),
    'personnel.search': (core, filter, page) => core.personnel.search(test.company, filter, page),
  };

  for (const [name, list] of Object.entries(lists)) {
    it(`of ${name} that is misspelt is refused: it would leave nothing out`, async () => {
      const page = (name === 'auditReads.list' ? {} : PAGE) as never;
      const error = await refusal(list(test.core, { employeId: 1 } as never, page));
      expect(error).to.have.property('code', 'invalid_input');
      expect(error).to.have.property('errors').with.property('employeId');
    });

    it(`and a page that ${name} lacks are invalid input`, async () => {
      if (name === 'auditReads.list') return;
      for (const [filter, page] of [[], [{}], [null, PAGE], [5, PAGE]]) {
        expect(await refusal(list(test.core, filter as never, page as never))).to.have.property(
          'code',
          'invalid_input',
        );
      }
    });
  }
});
