import { assertStoredCounts } from '@shaon/testing';
import { expect } from 'chai';
import { type CoreTest, newEmployee } from '../support.ts';
import { copiedEmployee, serial, stored } from './look.ts';
import type { Action, RecordKind } from './writing-pairs.ts';

const PAGE = { page: 1, per_page: 200 };
const inAnHour = (test: CoreTest) => new Date(test.clock.now().getTime() + 3_600_000);

export function tokens(test: CoreTest): RecordKind<{ readonly id: number }> {
  const update = (change: object): Action<{ readonly id: number }> => ({
    act: ({ id }, options) => test.core.tokens.update(test.company, id, change, options),
  });
  return {
    name: 'a token',
    async make() {
      const wanted = { name: 'payroll', abilities: ['employees:read' as const] };
      return (await test.core.tokens.issue(test.company, wanted)).summary;
    },
    actions: {
      rename: update({ name: 'renamed' }),
      extend: {
        ...update({}),
        act: ({ id }, options) => test.core.tokens.update(test.company, id, { expires_at: inAnHour(test) }, options),
      },
      revoke: { act: ({ id }, options) => test.core.tokens.revoke(test.company, id, options) },
      issue: {
        act: (_token, options) =>
          test.core.tokens.issue(test.company, { name: 'other', abilities: ['leave:read'] }, options),
      },
      'note its use': {
        isAlwaysAlone: true,
        act: ({ id }) => test.core.tokens.noteUse({ ...actorOf(test), tokenId: id }, '127.0.0.1'),
      },
    },
    async check({ id }, done) {
      const token = (await test.core.tokens.list(test.company)).find((listed) => listed.id === id)!;
      expect(token.name).to.equal(done.includes('rename') ? 'renamed' : 'payroll');
      expect(token.expiresAt !== null, 'extended').to.equal(done.includes('extend'));
      expect(token.revokedAt !== null, 'revoked').to.equal(done.includes('revoke'));
      expect(token.lastUsedIp !== null, 'used').to.equal(done.includes('note its use'));
      for (const { id: issued, name } of await test.core.tokens.list(test.company)) {
        if (name === 'other') await test.core.tokens.revoke(test.company, issued);
      }
      await test.core.tokens.revoke(test.company, id);
    },
  };
}

function actorOf(test: CoreTest) {
  return {
    kind: 'token' as const,
    companyId: test.company.companyId,
    companyZone: 'Asia/Jerusalem',
    companyLocale: 'he' as const,
    tokenName: 'payroll',
    tokenPrefix: 'shn_abc',
    abilities: new Set<never>(),
  };
}

interface Unit {
  readonly id: number;
  /** The log-in of a manager. */
  readonly loginId: number;
  readonly memberId: number;
  readonly otherId: number;
}

/** A department or a branch with or without an employee in it, who has a day. */
export function units(test: CoreTest, unit: 'department' | 'branch', isUsed: boolean): RecordKind<Unit> {
  const column = unit === 'department' ? 'department_id' : 'branch_id';
  const { create, update, remove } =
    unit === 'department'
      ? ({ create: 'createDepartment', update: 'updateDepartment', remove: 'removeDepartment' } as const)
      : ({ create: 'createBranch', update: 'updateBranch', remove: 'removeBranch' } as const);
  return {
    name: `a ${unit} ${isUsed ? 'with an employee' : 'without employees'}`,
    async make() {
      const { id } = await test.core.organization[create](test.company, { name: 'Unit' });
      const [member, other] = [await copiedEmployee(test, test.company), await copiedEmployee(test, test.company)];
      if (isUsed) await test.core.employees.update(test.company, member.id, { [column]: id });
      await test.core.attendance.punchIn(test.company, member.id);
      const invited = { name: 'Manager', email: `manager${serial()}@races.test`, role: 'manager' } as const;
      const { account } = await test.core.accounts.create(test.company, invited);
      return { id, memberId: member.id, otherId: other.id, loginId: account.id };
    },
    actions: {
      rename: {
        act: ({ id }, options) => test.core.organization[update](test.company, id, { name: 'Renamed' }, options),
        refusals: ['not_found'],
      },
      remove: {
        act: ({ id }, options) => test.core.organization[remove](test.company, id, options),
        refusals: ['not_found', 'in_use'],
      },
      'remove and take everybody out': {
        act: ({ id }, options) =>
          test.core.organization[remove](test.company, id, { ...options, clearReferences: true }),
        refusals: ['not_found'],
      },
      'move an employee into it': {
        act: ({ id, otherId }, options) => test.core.employees.update(test.company, otherId, { [column]: id }, options),
        refusals: ['invalid_input'],
      },
      'move its employee out': {
        act: ({ memberId }, options) => test.core.employees.update(test.company, memberId, { [column]: null }, options),
      },
      'create an employee in it': {
        act: ({ id }, options) => test.core.employees.create(test.company, { ...newEmployee(), [column]: id }, options),
        refusals: ['invalid_input'],
      },
      'limit a manager to it': {
        act: ({ id, loginId }, options) =>
          test.core.managers.setLimit(test.company, loginId, { [`${column}s`]: [id] }, options),
        refusals: ['invalid_input'],
      },
      'punch of its employee': {
        act: ({ memberId }, options) => test.core.attendance.punchOut(test.company, memberId, {}, options),
        refusals: ['not_in'],
      },
    },
    async check({ memberId, loginId }, done) {
      if (done.includes('limit a manager to it')) {
        const limit = await test.core.managers.limit(test.company, loginId);
        expect(limit[unit === 'department' ? 'departments' : 'branches'], 'the limit').not.to.equal(null);
      }
      const [wrong] = await stored(
        test,
        test.company,
        `SELECT COUNT(*) AS days FROM "shaon_attendance" a JOIN "shaon_employee" e ON e.id = a.employee_id
          WHERE a.company_id = $1 AND e.id = $2 AND COALESCE(a.${column}, 0) <> COALESCE(e.${column}, 0)`,
        memberId,
      );
      expect(Number(wrong?.days), `days whose ${unit} is not their employee’s`).to.equal(0);
      if (done.includes('move its employee out')) {
        expect((await test.core.employees.get(test.company, memberId))[unit]).to.equal(null);
      }
      if (done.includes('count anew')) await assertStoredCounts(test.database.connection());
    },
  };
}

export function shifts(test: CoreTest): RecordKind<{ readonly id: number }> {
  return {
    name: 'a shift',
    make: () => test.core.shifts.create(test.company, { name: 'Night', wage_percentage: 100 }),
    actions: {
      rename: {
        act: ({ id }, options) => test.core.shifts.update(test.company, id, { name: 'Renamed' }, options),
        refusals: ['not_found'],
      },
      'change its wage': {
        act: ({ id }, options) => test.core.shifts.update(test.company, id, { wage_percentage: 150 }, options),
        refusals: ['not_found'],
      },
      remove: {
        act: ({ id }, options) => test.core.shifts.remove(test.company, id, options),
        refusals: ['not_found'],
      },
    },
    async check({ id }, done) {
      const shift = (await test.core.shifts.list(test.company)).find((listed) => listed.id === id);
      expect(shift === undefined, 'removed').to.equal(done.includes('remove'));
      if (shift === undefined) return;
      expect(shift.name).to.equal(done.includes('rename') ? 'Renamed' : 'Night');
      expect(shift.wage_percentage).to.equal(done.includes('change its wage') ? 150 : 100);
    },
  };
}

interface Kind {
  readonly id: number;
  readonly label: string;
  readonly employeeId: number;
}

export function absenceTypes(test: CoreTest): RecordKind<Kind> {
  const renameTo = (suffix: string): Action<Kind> => ({
    act: ({ id, label }, options) => test.core.absenceTypes.rename(test.company, id, `${label} ${suffix}`, options),
    refusals: ['invalid_input'],
  });
  return {
    name: 'an absence type',
    async make() {
      const label = `Type ${serial()}`;
      const employee = await copiedEmployee(test, test.company);
      const { id } = await test.core.absenceTypes.create(test.company, { label });
      const absence = { employee_id: employee.id, absence_type: label };
      await test.core.attendance.recordAbsence(test.company, { ...absence, date: '2026-07-05' });
      await test.core.leave.submit(test.company, { employee_id: employee.id, type: label, dates: ['2026-07-05'] });
      return { id, label, employeeId: employee.id };
    },
    actions: {
      rename: renameTo('a'),
      'rename to another': renameTo('b'),
      'create the new label': {
        act: ({ label }, options) => test.core.absenceTypes.create(test.company, { label: `${label} a` }, options),
        refusals: ['invalid_input'],
      },
      'make the defaults': { act: (_kind, options) => test.core.absenceTypes.createDefaults(test.company, options) },
      retire: { act: ({ id }, options) => test.core.absenceTypes.retire(test.company, id, options) },
      restore: { act: ({ id }, options) => test.core.absenceTypes.restore(test.company, id, options) },
      'submit leave of it': {
        act: ({ label, employeeId }, options) =>
          test.core.leave.submit(
            test.company,
            { employee_id: employeeId, type: label, dates: ['2026-07-06'] },
            options,
          ),
        refusals: ['invalid_input'],
      },
      'record an absence of it': {
        act: ({ label, employeeId }, options) =>
          test.core.attendance.recordAbsence(
            test.company,
            { employee_id: employeeId, date: '2026-07-07', absence_type: label },
            options,
          ),
        refusals: ['invalid_input'],
      },
    },
    async check({ id, employeeId }, done) {
      const types = await test.core.absenceTypes.list(test.company);
      const label = types.find((type) => type.id === id)?.label;
      const requests = await test.core.leave.list(test.company, { employee_id: employeeId }, PAGE);
      const days = await test.core.attendance.list(test.company, { employee_id: employeeId }, PAGE);
      const labels = new Set([...requests.items.map(({ type }) => type), ...days.items.map((day) => day.absence_type)]);
      expect([...labels], 'labels of today').to.deep.equal([label]);
      if (done.includes('count requests anew')) await assertStoredCounts(test.database.connection());
    },
  };
}

export function companies(test: CoreTest): RecordKind<{ readonly companyId: number; readonly kind: 'system' }> {
  const set = (change: object): Action<{ readonly companyId: number; readonly kind: 'system' }> => ({
    act: (company, options) => test.core.companies.update(company, change, options),
  });
  const columns = (source: string): Action<{ readonly companyId: number; readonly kind: 'system' }> => ({
    act: (company, options) => test.core.payroll.saveColumns(company, { columns: [{ source, name: source }] }, options),
  });
  return {
    name: 'a company',
    async make() {
      return { kind: 'system', companyId: (await test.core.companies.create({ name: 'Kiosk' })).id };
    },
    actions: {
      rename: set({ name: 'Renamed' }),
      'change its zone': set({ zone: 'Europe/London' }),
      'change its limits': set({ break_hours: 3, open_shift_hours: 10 }),
      'require a second factor': {
        act: (company, options) => test.core.companies.requireSecondFactor(company, true, options),
      },
      'invite an admin': {
        act: ({ companyId }, options) =>
          test.core.accounts.inviteAdmin(companyId, { name: 'Owner', email: `owner${serial()}@races.test` }, options),
      },
      'choose payroll columns': columns('id'),
      'choose other payroll columns': columns('name'),
      'issue a token': {
        act: (company, options) =>
          test.core.tokens.issue(company, { name: 'payroll', abilities: ['leave:read'] }, options),
      },
      'create an employee': { act: (company, options) => test.core.employees.create(company, newEmployee(), options) },
    },
    async check(company, done) {
      const stands = await test.core.companies.get(company);
      expect(stands.secondFactorSince !== null, 'a second factor is required').to.equal(
        done.includes('require a second factor'),
      );
      const admins = await test.core.accounts.list(company);
      expect(admins.length, 'admins').to.equal(done.filter((name) => name === 'invite an admin').length);
      const chosen = Object.entries({ 'choose payroll columns': 'id', 'choose other payroll columns': 'name' })
        .filter(([name]) => done.includes(name))
        .map(([, source]) => source);
      const [first] = await test.core.payroll.columns(company);
      if (chosen.length > 0) expect(first?.source, 'the chosen column').to.be.oneOf(chosen);
      expect(stands).to.include({
        name: done.includes('rename') ? 'Renamed' : 'Kiosk',
        zone: done.includes('change its zone') ? 'Europe/London' : 'Asia/Jerusalem',
        breakHours: done.includes('change its limits') ? 3 : 4,
      });
    },
  };
}
