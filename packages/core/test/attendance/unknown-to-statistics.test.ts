import { systemActor } from '@shaon/core';
import { CompanyScope } from '@shaon/core/storage';
import { countVisits, rawSql, type VisitCounter } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';

const PEOPLE = 40;
const DAYS = 100;
/** A punch looks at an employee, the days around it, their punches, and counts. */
const MOST = 50;

withCore('a punch in a company that came after PostgreSQL took its statistics', (test) => {
  let counter: VisitCounter;

  before(async function () {
    this.timeout(60_000);
    const { company } = test;
    counter = await countVisits(test.database.connection());
    await fill(company.companyId, 5 * PEOPLE);
    await counter.analyze();
    await fill(test.foreign.companyId, PEOPLE);
  });

  after(() => counter?.close());

  async function fill(companyId: number, people: number): Promise<void> {
    const now = test.database.type === 'sqlite' ? '0' : "timestamptz '2026-01-01T00:00:00Z'";
    const date =
      test.database.type === 'sqlite' ? `date('2026-01-01', '+' || d.n || ' days')` : `(date '2026-01-01' + d.n)`;
    const run = (text: string) =>
      test.core.extension.database.write(systemActor(companyId), 'test', {}, (scope) => scope.rows(rawSql(text)));
    const numbers = (count: number) =>
      `WITH RECURSIVE d(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM d WHERE n + 1 < ${count})`;
    await run(`${numbers(people)} INSERT INTO shaon_employee (company_id, name, email, role, status, id_number, id_number_hash,
        salary_type, hourly_rate, searched, created_at, updated_at)
      SELECT CAST($1 AS integer), 's', 's', 'employee', 'active', 'x', 's' || CAST($1 AS integer) || ' ' || d.n, 'hourly', '40', 's', ${now}, ${now} FROM d`);
    await run(`${numbers(DAYS)} INSERT INTO shaon_attendance (company_id, employee_id, date, status, is_approved, created_at, updated_at)
      SELECT e.company_id, e.id, ${date}, 'pending', FALSE, ${now}, ${now} FROM shaon_employee e CROSS JOIN d WHERE e.company_id = $1`);
  }

  it('looks at few rows', async () => {
    const { foreign } = test;
    const { id } = await test.core.employees.create(foreign, newEmployee());
    const seen: [string, readonly unknown[]][] = [];
    const { rows } = CompanyScope.prototype;
    CompanyScope.prototype.rows = function (statement, values = []) {
      seen.push([statement.text, [this.companyId, ...values]]);
      return rows.call(this, statement, values);
    };
    try {
      await test.core.attendance.punchIn(foreign, id, { at: new Date('2026-06-02T05:00:00Z') });
    } finally {
      CompanyScope.prototype.rows = rows;
    }
    const reads = seen.filter(([text]) => /^\s*(SELECT|WITH)/.test(text));
    expect(reads).to.not.have.lengthOf(0);
    for (const [text, values] of reads) expect(await counter.visited(text, values), text).to.be.at.most(MOST);
  });
});
