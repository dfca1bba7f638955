import { type SystemActor, systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { emailKey } from '../../src/input/contact-fields.ts';
import { loginIdOf } from '../accounts/people.ts';
import { refusedReport } from '../import/support.ts';
import { newEmployee, validIdNumber } from '../support.ts';
import { type Exported, exportOf, importExport, newCompanyOf, withTwoInstallations } from './two-installations.ts';

withTwoInstallations('people of a later export, over those of an earlier one', (test) => {
  let company: SystemActor;
  let there: SystemActor;
  const people: number[] = [];
  const departments: number[] = [];

  before(async () => {
    const { core } = test.source;
    company = systemActor((await core.companies.create({ name: 'Tea House' })).id);
    for (const name of ['Ovens', 'Shop']) {
      departments.push((await core.organization.createDepartment(company, { name })).id);
    }
    for (let index = 0; index < 5; index += 1) {
      const given = newEmployee({
        name: `Person ${index}`,
        email: `p${index}@tea.test`,
        department_id: departments[0],
      });
      people.push(
        (await core.employees.create(company, { ...given, id_number: validIdNumber(77_000_000 + index) })).id,
      );
    }
    const first = await exportOf(test.source, company.companyId);
    there = systemActor((await importExport(test.target, first, { company: newCompanyOf(first) })).companyId);
  });

  async function follow(chunk?: number): Promise<Exported> {
    test.target.clock.advance(86_400_000);
    const later = await exportOf(test.source, company.companyId);
    await importExport(test.target, later, { company: { id: there.companyId } }, chunk);
    const copied = await exportOf(test.target, there.companyId);
    expect(copied.rows.employees).to.deep.equal(later.rows.employees);
    await assertLoginsFollow();
    return later;
  }

  /** Each log-in has the address, role and state of its employee. */
  async function assertLoginsFollow(): Promise<void> {
    const rows = await test.target.core.extension.database.scope(there).rows(
      rawSql(`SELECT e.email, e.role, e.status, e.id_number_hash, l.email_key, l.role AS login_role,
          l.disabled_at FROM "shaon_employee" e JOIN "shaon_login" l ON l.employee_id = e.id WHERE e.company_id = $1`),
    );
    expect(rows.length).to.be.at.least(5);
    for (const row of rows) {
      expect(row.email_key).to.equal(emailKey(String(row.email)));
      expect(row.login_role).to.equal(row.role);
      expect(row.disabled_at === null).to.equal(row.status === 'active');
      expect(String(row.id_number_hash)).to.not.contain(' ');
    }
  }

  /** The names of the departments and branches to which each manager is limited. */
  async function limitsThere() {
    const { core } = test.target;
    const managers = (await core.accounts.list(there)).filter(({ role }) => role === 'manager');
    const limits = await Promise.all(managers.map(({ id }) => core.managers.limit(there, id)));
    return limits.map(({ departments: ofUnit, branches }) =>
      [ofUnit, branches].map((units) => units?.map(({ name }) => name) ?? null),
    );
  }

  it('take their language along, and what they want to be told', async () => {
    const { core } = test.source;
    const [, , , fourth, fifth] = people as [number, number, number, number, number];
    const actorOf = async (employeeId: number) => {
      const loginId = await loginIdOf(core, company, employeeId);
      return {
        kind: 'account',
        companyId: company.companyId,
        loginId,
        role: 'employee',
        name: 'x',
        employeeId,
      } as const;
    };
    await core.notices.choose(await actorOf(fourth), { kinds: ['correction_decided'], by: 'none', locale: 'en' });
    const { rows } = await follow();
    const chosen = { language: 'en', told_by: 'none', not_told: 'leave_decided' };
    expect(rows.employees[people.indexOf(fourth)]).to.include(chosen);
    expect(rows.employees[people.indexOf(fifth)]).to.include({ language: null, told_by: null, not_told: null });
    await core.notices.choose(await actorOf(fourth), { kinds: ['leave_decided', 'correction_decided'] });
    await follow();
  });

  it('are frozen, moved, renamed and made managers at the times of the source', async () => {
    const { core, clock } = test.source;
    const [first, second, third] = people as [number, number, number];
    clock.advance(60_000);
    await core.employees.freeze(company, first);
    await core.employees.update(company, second, { name: 'Renamed', department_id: departments[1], phone: null });
    await core.accounts.setRole(company, { employee_id: third, role: 'manager' });
    const login = (await core.personnel.logins(company, [third])).get(third)?.loginId ?? 0;
    const yard = (await core.organization.createBranch(company, { name: 'Yard' })).id;
    const limit = { department_ids: departments, branch_ids: [yard] };
    await core.managers.setLimit(company, login, limit);
    const told = (await follow()).rows.employees.filter(({ limited_to }) => limited_to !== null);
    expect(told.map(({ limited_to }) => (limited_to as unknown[]).length)).to.deep.equal([3]);
    expect(await limitsThere()).to.deep.equal([[['Ovens', 'Shop'], ['Yard']]]);
    await core.organization.removeBranch(company, yard);
    await follow(1);
    expect(await limitsThere()).to.deep.equal([[['Ovens', 'Shop'], []]]);
    await core.managers.setLimit(company, login, {});
    await follow();
    expect(await limitsThere()).to.deep.equal([[null, null]]);
    clock.advance(60_000);
    await core.employees.reactivate(company, first);
    await follow(1);
    clock.advance(60_000);
    await core.employees.freeze(company, first);
    await follow(1);
    // Between two exports: frozen still, and since another moment.
    clock.advance(60_000);
    await core.employees.reactivate(company, first);
    clock.advance(60_000);
    await core.employees.freeze(company, first);
    const { rows } = await follow();
    expect(rows.employees[0]).to.include({ status: 'frozen', frozen_at: clock.now().toISOString() });
  });

  for (const chunk of [undefined, 1]) {
    it(`exchange addresses and ID numbers, a new one with a former one, ${chunk ?? 'many'} rows at a time`, async () => {
      const { core, clock } = test.source;
      clock.advance(60_000);
      const [first, second, third] = people as [number, number, number];
      const rename = (id: number, email: string) => core.employees.update(company, id, { email });
      const round = chunk === 1 ? 'x' : 'y';
      const emailOf = async (id: number) => (await core.employees.get(company, id)).email;
      const [one, two] = [await emailOf(first), await emailOf(second)];
      await rename(first, `free${round}@tea.test`);
      await rename(second, one);
      await rename(first, two);
      const left = await emailOf(third);
      await rename(third, `left${round}@tea.test`);
      await core.employees.create(company, newEmployee({ email: left }));
      const numbers = [3, 4].map((index) => validIdNumber(77_000_000 + index)) as [string, string];
      if (chunk === 1) numbers.reverse();
      const [fourth, fifth] = people.slice(3) as [number, number];
      await core.personnel.amend(company, fourth, { id_number: validIdNumber(77_000_099) });
      await core.personnel.amend(company, fifth, { id_number: numbers[0] });
      await core.personnel.amend(company, fourth, { id_number: numbers[1] });
      await follow(chunk);
    });
  }

  it('do not take an address from anybody whose row does not give it away', async () => {
    const later = await exportOf(test.source, company.companyId);
    const [one, two, ...others] = later.rows.employees;
    const greedy = { ...one, email: two?.email as string };
    const rows = { ...later.rows, employees: [greedy, two as never, ...others] };
    for (const chunk of [undefined, 1]) {
      const request = { company: { id: there.companyId } };
      const report = await refusedReport(importExport(test.target, { ...later, rows }, request, chunk));
      expect(report.refusals).to.deep.include.members([
        { file: 'employees.csv', line: 2, field: 'email', message: 'The email has already been taken.' },
      ]);
      const partial = await importExport(test.target, { ...later, rows }, { ...request, partial: true }, chunk);
      expect(partial.counts.employees).to.include({ refused: 1 });
    }
    await assertLoginsFollow();
  });

  it('are limited once to a unit that their row names twice, and not to one that the company lacks', async () => {
    const later = await exportOf(test.source, company.companyId);
    const request = { company: { id: there.companyId } };
    const limitedTo = (...units: readonly string[]) => {
      const limited_to = units.map((external_id) => ({ kind: 'department', external_id }));
      const employees = later.rows.employees.map((row) => (row.role === 'manager' ? { ...row, limited_to } : row));
      return importExport(test.target, { ...later, rows: { ...later.rows, employees } }, request);
    };
    const [ovens] = later.rows.departments.map(({ external_id }) => String(external_id));
    await limitedTo(ovens ?? '', ovens ?? '');
    expect(await limitsThere()).to.deep.equal([[['Ovens'], null]]);
    const { refusals } = await refusedReport(limitedTo(ovens ?? '', 'nowhere'));
    expect(refusals.map(({ field }) => field)).to.deep.equal(['limited_to']);
    expect(await limitsThere()).to.deep.equal([[['Ovens'], null]]);
  });

  it('are no admins any more where the source says so, be they the last', async () => {
    const { core } = test.source;
    await core.accounts.setRole(company, { employee_id: people[1] as number, role: 'admin' });
    await follow();
    const [, admin] = (await test.target.core.employees.list(there, {}, { page: 1, per_page: 5 })).items;
    await test.target.core.extension.database.writeAllCompanies('test', {}, (all) =>
      all.run(rawSql(`UPDATE "shaon_login" SET password_hash = 'x' WHERE employee_id = $1`), [admin?.id as number]),
    );
    const login = await test.target.core.accounts.list(there, { everybody: true });
    expect(login.find(({ employeeId }) => employeeId === admin?.id)).to.include({ role: 'admin', hasPassword: true });
    const made = await core.employees.create(company, newEmployee());
    await core.accounts.setRole(company, { employee_id: made.id, role: 'admin' });
    await core.accounts.setRole(company, { employee_id: people[1] as number, role: 'employee' });
    await follow(1);
  });
});
