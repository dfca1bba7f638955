import { CompanyScope, type RawRow, type SqlValue } from '@shaon/core/extension';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';

withCore('counts of attendance, on SQLite', (test) => {
  it('are found by their index when somebody moves to another department, each change once', async () => {
    if (test.database.type !== 'sqlite') return;
    const { core, company } = test;
    const { id: department } = await core.organization.createDepartment(company, { name: 'Ovens' });
    const { id } = await core.employees.create(company, newEmployee());
    await core.attendance.punchIn(company, id);

    const seen = new Map<string, readonly SqlValue[]>();
    const { rows } = CompanyScope.prototype;
    CompanyScope.prototype.rows = function (text: string, values: readonly SqlValue[] = []) {
      seen.set(text, values);
      return rows.call(this, text, values) as Promise<RawRow[]>;
    };
    try {
      await core.employees.update(company, id, { department_id: department });
    } finally {
      CompanyScope.prototype.rows = rows;
    }
    const writes = [...seen].filter(([text]) => text.includes('"shaon_attendance_count"'));
    expect(writes).to.have.length(2);
    await core.extension.database.write(company, 'test.explain', {}, async (scope) => {
      for (const [text, values] of writes) {
        const plan = (await scope.rows(`EXPLAIN QUERY PLAN ${text}`, values)).map((row) => String(row.detail));
        const searches = plan.filter((step) => /^SEARCH (stored|raised)/.test(step));
        expect(searches, plan.join('\n')).not.to.deep.equal([]);
        expect(plan.join('\n')).not.to.match(/SCAN (stored|raised)/);
        for (const step of searches) expect(step).to.match(/date=\?|rowid=\?/);
      }
    });
  });
});
