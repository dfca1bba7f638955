import type { SystemActor } from '@shaon/core';
import { expect } from 'chai';
import { type CoreTest, newEmployee, validIdNumber } from '../support.ts';
import { copiedEmployee, serial, stored } from './look.ts';
import type { Action, RecordKind } from './writing-pairs.ts';

interface Person {
  readonly employeeId: number;
  readonly loginId: number;
  readonly departmentId: number;
}

async function loginOf(test: CoreTest, company: SystemActor, employeeId: number): Promise<Record<string, unknown>> {
  const [login] = await stored(
    test,
    company,
    'SELECT * FROM "shaon_login" WHERE company_id = $1 AND employee_id = $2',
    employeeId,
  );
  return login as Record<string, unknown>;
}

/** What an employee's log-in must have in common with the employee. */
export async function expectLoginAgrees(test: CoreTest, employeeId: number): Promise<void> {
  const employee = await test.core.employees.get(test.company, employeeId);
  const login = await loginOf(test, test.company, employeeId);
  expect({
    email: login.email,
    role: login.role,
    name: login.name,
    isDisabled: login.disabled_at !== null,
  }).to.deep.equal({
    email: employee.email,
    role: employee.role,
    name: employee.name,
    isDisabled: employee.status === 'frozen',
  });
  const [open] = await stored(
    test,
    test.company,
    `SELECT (SELECT COUNT(*) FROM "shaon_session" s WHERE s.login_id = $2 AND s.ended_at IS NULL) AS sessions,
      (SELECT COUNT(*) FROM "shaon_access_link" k WHERE k.login_id = $2 AND k.used_at IS NULL) AS links
      FROM "shaon_company" c WHERE c.id = $1`,
    Number(login.id),
  );
  expect(Number(open?.links), 'open links').to.be.at.most(employee.status === 'frozen' ? 0 : 1);
  if (employee.status === 'frozen') expect(Number(open?.sessions), 'open sessions').to.equal(0);
}

export function employees(test: CoreTest): RecordKind<Person> {
  const update = (change: (person: Person) => object): Action<Person> => ({
    act: (person, options) => test.core.employees.update(test.company, person.employeeId, change(person), options),
  });
  const setRole = (role: 'manager' | 'employee' | 'admin'): Action<Person> => ({
    act: ({ employeeId }, options) =>
      test.core.accounts.setRole(test.company, { employee_id: employeeId, role }, options),
  });
  /** One for all races: they only move people to it. */
  let department: { readonly id: number } | undefined;

  return {
    name: 'an employee',
    async make() {
      const { id: employeeId, loginId } = await copiedEmployee(test, test.company);
      department ??= await test.core.organization.createDepartment(test.company, { name: 'Unit' });
      return { employeeId, loginId, departmentId: department.id };
    },
    actions: {
      rename: update(() => ({ name: 'Renamed' })),
      'change the e-mail address': update(() => ({ email: `changed${serial()}@races.test` })),
      'change the phone': update(() => ({ phone: '054-7654321' })),
      move: update(({ departmentId }) => ({ department_id: departmentId })),
      'amend the salary': {
        act: ({ employeeId }, options) =>
          test.core.personnel.amend(test.company, employeeId, { salary_type: 'hourly', hourly_rate: 60 }, options),
      },
      'amend the ID number': {
        act: ({ employeeId }, options) =>
          test.core.personnel.amend(
            test.company,
            employeeId,
            { id_number: validIdNumber(700_000 + serial()) },
            options,
          ),
      },
      freeze: { act: ({ employeeId }, options) => test.core.employees.freeze(test.company, employeeId, options) },
      reactivate: {
        act: ({ employeeId }, options) => test.core.employees.reactivate(test.company, employeeId, options),
      },
      'make a manager': setRole('manager'),
      'make an admin': setRole('admin'),
      'resend the welcome': {
        act: ({ employeeId }, options) => test.core.messages.resend(test.company, employeeId, options),
        refusals: ['employee_frozen', 'state_conflict'],
      },
      'make a link': {
        act: ({ loginId }, options) => test.core.accounts.makeLink(test.company, loginId, options),
        refusals: ['state_conflict'],
      },
      'punch in': {
        act: ({ employeeId }, options) => test.core.attendance.punchIn(test.company, employeeId, {}, options),
        refusals: ['employee_frozen', 'already_in'],
      },
    },
    async check({ employeeId }, done) {
      await expectLoginAgrees(test, employeeId);
      const employee = await test.core.employees.get(test.company, employeeId);
      if (done.includes('rename')) expect(employee.name).to.equal('Renamed');
      if (done.includes('move')) expect(employee.department).to.not.equal(null);
      if (done.includes('freeze') && !done.includes('reactivate')) expect(employee.status).to.equal('frozen');
      if (done.includes('amend the salary')) {
        const row = 'SELECT salary_type FROM "shaon_employee" WHERE company_id = $1 AND id = $2';
        expect(await stored(test, test.company, row, employeeId)).to.deep.equal([{ salary_type: 'hourly' }]);
      }
    },
  };
}

interface Address {
  readonly email: string;
  readonly idNumber: string;
  readonly first: number;
  readonly second: number;
  readonly accountId: number;
}

/** One e-mail address and one ID number that several people want. */
export function takenValues(test: CoreTest): RecordKind<Address> {
  const refusals = ['invalid_input'] as const;
  return {
    name: 'an e-mail address and an ID number',
    async make() {
      const [first, second] = [await copiedEmployee(test, test.company), await copiedEmployee(test, test.company)];
      const { account } = await test.core.accounts.create(test.company, {
        name: 'Owner',
        email: `owner${serial()}@races.test`,
        role: 'manager',
      });
      const email = `wanted${serial()}@races.test`;
      return {
        email,
        idNumber: validIdNumber(700_000 + serial()),
        first: first.id,
        second: second.id,
        accountId: account.id,
      };
    },
    actions: {
      'give the address to an employee': {
        act: ({ first, email }, options) => test.core.employees.update(test.company, first, { email }, options),
        refusals,
      },
      'give it to another one': {
        act: ({ second, email }, options) => test.core.employees.update(test.company, second, { email }, options),
        refusals,
      },
      'give it to an account': {
        act: ({ accountId, email }, options) => test.core.accounts.update(test.company, accountId, { email }, options),
        refusals,
      },
      'create an employee with it': {
        act: ({ email }, options) => test.core.employees.create(test.company, { ...newEmployee(), email }, options),
        refusals,
      },
      'create an account with it': {
        act: ({ email }, options) =>
          test.core.accounts.create(test.company, { name: 'Dana', email, role: 'manager' }, options),
        refusals,
      },
      'give the ID number to an employee': {
        act: ({ first, idNumber }, options) =>
          test.core.personnel.amend(test.company, first, { id_number: idNumber }, options),
        refusals,
      },
      'give it to the other one': {
        act: ({ second, idNumber }, options) =>
          test.core.personnel.amend(test.company, second, { id_number: idNumber }, options),
        refusals,
      },
      'create an employee with the ID number': {
        act: ({ idNumber }, options) =>
          test.core.employees.create(test.company, { ...newEmployee(), id_number: idNumber }, options),
        refusals,
      },
    },
    async check({ email, first, second }, done) {
      const logins = await stored(
        test,
        test.company,
        'SELECT id FROM "shaon_login" WHERE company_id = $1 AND email_key = $2',
        email,
      );
      const isAboutAddress = done.some((name) => !name.includes('ID number') && name !== 'give it to the other one');
      expect(logins.length, 'log-ins with the address').to.equal(isAboutAddress ? 1 : 0);
      await expectLoginAgrees(test, first);
      await expectLoginAgrees(test, second);
      expect(done.length, 'at least one was done').to.be.at.least(1);
    },
  };
}

interface Admins {
  readonly company: SystemActor;
  readonly employeeId: number;
  readonly accountId: number;
}

/** The two active admins of a company, one of the staff and one not: one of them must stay (D:A1). */
export function lastAdmins(test: CoreTest): RecordKind<Admins> {
  const refusals = ['state_conflict'] as const;
  return {
    name: 'the two admins of a company',
    async make() {
      const company: SystemActor = {
        kind: 'system',
        companyId: (await test.core.companies.create({ name: 'Kiosk' })).id,
      };
      const employee = await test.core.employees.create(company, newEmployee());
      await test.core.accounts.setRole(company, { employee_id: employee.id, role: 'admin' });
      const { account } = await test.core.accounts.create(company, {
        name: 'Owner',
        email: `owner${serial()}@races.test`,
        role: 'admin',
      });
      return { company, employeeId: employee.id, accountId: account.id };
    },
    actions: {
      'freeze the one': {
        act: ({ company, employeeId }, options) => test.core.employees.freeze(company, employeeId, options),
        refusals,
      },
      'demote the one': {
        act: ({ company, employeeId }, options) =>
          test.core.accounts.setRole(company, { employee_id: employeeId, role: 'manager' }, options),
        refusals,
      },
      'disable the other': {
        act: ({ company, accountId }, options) => test.core.accounts.disable(company, accountId, options),
        refusals,
      },
    },
    async check({ company }) {
      const [row] = await stored(
        test,
        company,
        `SELECT COUNT(*) AS admins FROM "shaon_login" WHERE company_id = $1 AND role = 'admin' AND disabled_at IS NULL`,
      );
      expect(Number(row?.admins), 'active admins').to.be.at.least(1);
    },
  };
}
