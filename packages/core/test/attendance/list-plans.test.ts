import type { AttendanceFilter } from '@shaon/core';
import { CompanyScope, CompanyTransaction, type RawRow, type SqlValue } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';

/** The statements that run meanwhile in the scope of a company. */
async function statementsOf(work: () => Promise<unknown>): Promise<[text: string, values: readonly SqlValue[]][]> {
  const seen = new Map<string, readonly SqlValue[]>();
  const { rows } = CompanyScope.prototype;
  const { change } = CompanyTransaction.prototype;
  CompanyScope.prototype.rows = function (statement, values: readonly SqlValue[] = []) {
    seen.set(statement.text, values);
    return rows.call(this, statement, values) as Promise<RawRow[]>;
  };
  CompanyTransaction.prototype.change = function (statement, values: readonly SqlValue[] = []) {
    seen.set(statement.text, values);
    return change.call(this, statement, values) as Promise<RawRow[]>;
  };
  try {
    await work();
  } finally {
    CompanyScope.prototype.rows = rows;
    CompanyTransaction.prototype.change = change;
  }
  return [...seen];
}

// PostgreSQL keeps statistics; SQLite has none unless somebody asks for them, and must be told.
withCore('plans of attendance without statistics, on SQLite', (test) => {
  if (test.database.type !== 'sqlite') return;
  let department: number;
  let person: number;

  before(async () => {
    const { core, company } = test;
    department = (await core.organization.createDepartment(company, { name: 'Ovens' })).id;
    for (let n = 0; n < 3; n += 1) {
      person = (await core.employees.create(company, { ...newEmployee(), department_id: department })).id;
      await core.attendance.punchIn(company, person);
    }
    test.clock.advance(3_600_000);
    await core.attendance.punchOut(company, person);
  });

  async function plansOf(work: () => Promise<unknown>, table: string): Promise<string[]> {
    const statements = (await statementsOf(work)).filter(([text]) => text.includes(`"${table}"`));
    return test.core.extension.database.write(test.company, 'test.explain', {}, async (scope) => {
      const plans: string[] = [];
      for (const [text, values] of statements) {
        const steps = await scope.rows(rawSql(`EXPLAIN QUERY PLAN ${text}`), values);
        plans.push(steps.map((step) => String(step.detail)).join('\n'));
      }
      return plans;
    });
  }

  it('name the status only where it changes, for SQLite writes the indices of each column that is named', async () => {
    const { core, company, clock } = test;
    const breaking = (await core.employees.create(company, { ...newEmployee(), department_id: department })).id;
    await core.attendance.punchIn(company, breaking);
    const statuses: unknown[] = [];
    const { update } = CompanyTransaction.prototype;
    CompanyTransaction.prototype.update = function (...given) {
      const [table, , change] = given as unknown as [{ name: string }, object, { status?: string }];
      if (table.name === 'shaon_attendance') statuses.push(change.status);
      return Reflect.apply(update, this, given);
    };
    try {
      for (const punch of ['breakStart', 'breakEnd', 'punchOut'] as const) {
        clock.advance(3_600_000);
        await core.attendance[punch](company, breaking);
      }
    } finally {
      CompanyTransaction.prototype.update = update;
    }
    expect(statuses).to.deep.equal([undefined, undefined, 'pending']);
  });

  it('find the days of somebody who moves by the person', async () => {
    const { id: department_id } = await test.core.organization.createDepartment(test.company, { name: 'Packers' });
    const move = () => test.core.employees.update(test.company, person, { department_id });
    const updates = (await plansOf(move, 'shaon_attendance')).filter((plan) => /SEARCH changed/.test(plan));
    expect(updates).to.have.length(1);
    expect(updates[0]).to.match(/SEARCH changed USING INTEGER PRIMARY KEY/);
    // Whichever index begins with the person.
    expect(updates[0]).to.match(/SEARCH a USING .*INDEX \w*employee\w* \(company_id=\? AND employee_id=\?/);
    await test.core.employees.update(test.company, person, { department_id: department });
  });

  const dates = { date_from: '2026-06-01', date_to: '2026-06-30' };
  const lists: [string, () => AttendanceFilter, string][] = [
    ['all', () => ({}), 'company_id_date_id'],
    ['dates', () => dates, 'company_id_date_id'],
    ['a department', () => ({ department_id: department }), 'department'],
    ['a department and dates', () => ({ department_id: department, ...dates }), 'department'],
    ['a branch and dates', () => ({ branch_id: 1, ...dates }), 'branch'],
    ['a status and dates', () => ({ status: 'open', ...dates }), 'status'],
    ['an employee and dates', () => ({ employee_id: person, ...dates }), 'company_id_employee_id_date'],
    [
      'an employee and a status',
      () => ({ employee_id: person, status: 'open', ...dates }),
      'company_id_employee_id_date',
    ],
    ['a department and a status', () => ({ department_id: department, status: 'pending' }), '(department|status)'],
    ['a department and a branch', () => ({ department_id: department, branch_id: 1 }), '(department|branch)'],
    ['a branch and a status', () => ({ branch_id: 1, status: 'open', ...dates }), '(branch|status)'],
    ['all three', () => ({ department_id: 1, branch_id: 1, status: 'open' }), '(department|branch|status)'],
  ];
  for (const [name, filter, index] of lists) {
    it(`read a list by ${name} in its order, by the index of its mix`, async () => {
      for (const page of [1, 2]) {
        const list = () => test.core.attendance.list(test.company, filter(), { page, per_page: 1 });
        const plan = (await plansOf(list, 'shaon_attendance')).at(-1) as string;
        const searches = plan.split('\n').filter((step) => /^(SEARCH|SCAN) a /.test(step));
        expect(searches, plan).not.to.deep.equal([]);
        for (const step of searches) expect(step).to.match(new RegExp(`INDEX shaon_attendance_${index}_`));
        // Only the page's own rows are sorted, at the end.
        expect(plan.match(/TEMP B-TREE/g) ?? [], plan).to.have.length.at.most(1);
      }
    });
  }

  it('find the records of whoever moves by an index, in an analysed database too', async () => {
    const { id: department_id } = await test.core.organization.createDepartment(test.company, { name: 'Fillers' });
    const everybody = (sql: string) =>
      test.core.extension.database.writeAllCompanies('test.analyze', {}, (all) => all.run(rawSql(sql)));
    for (let n = 0; n < 60; n += 1) await test.core.employees.create(test.company, newEmployee());
    // One company has nearly all rows, so its number tells the planner nothing.
    await everybody(`INSERT INTO shaon_attendance (company_id, employee_id, department_id, date, status, is_approved, created_at, updated_at)
      WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 50)
      SELECT ${test.company.companyId}, e.id, e.department_id, date('2000-01-01', '+' || n || ' days'), 'pending', 0, 0, 0
      FROM shaon_employee e JOIN x WHERE e.company_id = ${test.company.companyId}`);
    await everybody('ANALYZE');
    const move = () => test.core.employees.update(test.company, person, { department_id });
    const plans = (await plansOf(move, 'shaon_attendance')).filter((plan) => /json_each/.test(plan));
    expect(plans).not.to.deep.equal([]);
    for (const plan of plans) expect(plan, plan).not.to.match(/SCAN (changed|a|shaon_attendance)\b/);
  });
});
