import { CompanyScope, CompanyTransaction, type RawRow } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type CoreTest, newEmployee, withCore } from '../support.ts';
import { fillCompany } from '../testing/sample-company.ts';

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that are sent in the scope of a company meanwhile, each text once. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent = new Map<string, Sent>();
  const { rows } = CompanyScope.prototype;
  const { change } = CompanyTransaction.prototype;
  const note = (statement: { readonly text: string }, values: readonly unknown[] = []) =>
    sent.set(statement.text, { text: statement.text, values });
  CompanyScope.prototype.rows = function (statement, values) {
    note(statement, values);
    return rows.call(this, statement, values) as Promise<RawRow[]>;
  };
  CompanyTransaction.prototype.change = function (statement, values) {
    note(statement, values);
    return change.call(this, statement, values) as Promise<RawRow[]>;
  };
  try {
    await work();
  } finally {
    CompanyScope.prototype.rows = rows;
    CompanyTransaction.prototype.change = change;
  }
  return [...sent.values()];
}

/** The aliases of the tables that stand in a statement as a company's rows. */
const scopedAliases = (text: string): string[] =>
  [...text.matchAll(/WHERE "(?:company_id|id)" = \$1\)\s+(?:AS\s+)?(\w+)/gi)].map((match) => match[1] as string);

/*
 * A company's rows stand in a statement as a subquery. Were it not flattened, the database would first gather all rows of
 * the company: SQLite then says MATERIALIZE or CO-ROUTINE, PostgreSQL Subquery Scan.
 */
function plansOfStatements(test: CoreTest): void {
  async function everything(): Promise<void> {
    const { core, company } = test;
    const { departments, employees, leave, attendance } = await fillCompany(core, company);
    const page = { page: 2, per_page: 2 };
    const employee = employees[1]?.id ?? 0;
    const department = departments[0]?.id ?? 0;
    const dates = { date_from: '2026-05-01', date_to: '2026-05-31' };
    for (const filter of [
      {},
      dates,
      { department_id: department },
      { status: 'open', branch_id: 1, ...dates },
      { employee_id: employee },
    ]) {
      await core.attendance.list(company, filter, page, { withLocation: true });
    }
    await core.employees.list(company, { department_id: department, status: 'active' }, page);
    await core.leave.list(company, { ...dates, type: 'חופש', status: 'pending' }, page);
    await core.organization.departments(company);
    await core.shifts.list(company);
    await core.personnel.search(company, { text: 'a' }, page);
    await core.personnel.search(company, { status: 'active', role: 'employee', not_signed_in: true }, page);
    await core.personnel.counts(company);
    await core.personnel.logins(company, [employee]);
    await core.organization.peopleByDepartment(company);
    await core.accounts.list(company);
    await core.personnel.file(company, employee);
    await core.attendance.month(company, employee, '2026-05');
    for (const state of [null, 'pending', 'at_work', 'no_check_out'] as const) {
      const filter = { department_id: department, branch_id: 1, text: 'a', state };
      await core.attendance.monthSheet(company, '2026-05', filter, page);
    }
    await core.attendance.monthSheet(company, '2026-05', {}, page);
    await core.leave.groups(company, { status: 'pending', department_id: department, ...dates }, page);
    await core.leave.group(company, leave[0]?.id ?? 0);
    await core.absenceDays.calendar(company, '2026-05', { department_id: department, text: 'a' }, page);
    await core.absenceDays.away(company, leave[0]?.id ?? 0);
    for await (const piece of core.payroll.file(company, { month: '2026-05', salary: ['hourly_rate'] }, 'csv')) {
      expect(piece).to.be.a('string');
    }
    await core.payroll.saveColumns(company, { columns: [{ source: 'name', name: 'Name' }] });
    for await (const { unmended } of core.hours.ofCompany(company, '2026-05')) expect(unmended).to.be.an('array');
    await core.attendance.waitingDays(company, { employee_ids: [employee], month: '2026-05' });
    await core.attendance.recordPunches(company, [
      { device: 'Gate', number: 1, employee_id: employee, at: '2026-05-20T08:00' },
    ]);
    await core.attendance.clockReports(company, { device: 'Gate' }, page);
    await core.attendance.clockReports(company, { answer: 'refused', since: new Date('2026-05-01T00:00:00Z') }, page);
    await core.attendance.clocks(company);
    await core.attendance.recordAgain(company, { card: '7731' });
    const asked = { employee_id: employee, date: '2026-05-20', absence_type: 'חופש', reason: 'was not there' };
    const request = await core.correctionRequests.ask(company, asked);
    for (const state of ['pending', 'decided'] as const) {
      await core.correctionRequests.list(company, { state, ...dates }, page);
    }
    await core.correctionRequests.list(company, { employee_id: employee }, page);
    await core.correctionRequests.count(company);
    await core.correctionRequests.get(company, request.id);
    await core.correctionRequests.apply(company, request.id, {}, { approve: true });
    const file = await core.peopleFiles.judge(company, {
      name: 'p.csv',
      rows: [{ line: 2, values: { external_id: 'E-9', ...newEmployee() } }],
    });
    await core.peopleFiles.get(company, file.id);
    await core.peopleFiles.confirm(company, file.id, {});
    await core.attendance.punchIn(company, employee);
    await core.attendance.punchOut(company, employee);
    await core.leave.get(company, leave[0]?.id ?? 0);
    const another = newEmployee({ department_id: department });
    const { id } = await core.employees.create(company, another);
    await core.employees.update(company, id, { email: newEmployee().email, department_id: departments[1]?.id ?? null });
    await core.employees.freeze(company, id);
    for (const filter of [
      {},
      { token_id: 1, ip: '192.0.2.1' },
      { kind: 'admin' },
      { status_class: 5 },
      { login_id: 1 },
    ] as const) {
      await core.auditReads.list(company, filter);
    }
    await core.messages.latest(company, [1]);
    const { account } = await core.accounts.create(company, { name: 'Ada', email: newEmployee().email, role: 'admin' });
    await core.notices.own({
      ...company,
      kind: 'account',
      loginId: account.id,
      role: 'admin',
      name: 'Ada',
      employeeId: null,
    });
    await core.tokens.list(company);
    const { summary } = await core.tokens.issue(company, { name: 'Payroll', abilities: ['leave:read'] });
    await core.tokenUse.report(company, summary.id);
    await core.tokenUse.daily(company, { from: '2026-05-01', to: '2026-05-31' });
    await core.tokenUse.unused(company);
    expect(attendance).not.to.deep.equal([]);
  }

  it('read a company’s rows as if the condition stood in WHERE', async () => {
    const sent = (await statementsOf(everything)).filter(({ text }) => scopedAliases(text).length > 0);
    expect(sent).to.have.length.above(20);
    const { dialect } = test.core.extension.database;
    const notFlattened: string[] = [];
    await test.core.extension.database.write(test.company, 'test.explain', {}, async (company) => {
      for (const { text, values } of sent) {
        const explain = dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
        const steps = await company.rows(rawSql(`${explain} ${text}`), values as never);
        const plan = steps.map((step) => String(step.detail ?? step['QUERY PLAN'])).join('\n');
        for (const alias of scopedAliases(text)) {
          const gathered =
            dialect === 'sqlite' ? `(MATERIALIZE|CO-ROUTINE) ${alias}\\b` : `Subquery Scan on ${alias}\\b`;
          if (new RegExp(gathered).test(plan)) notFlattened.push(`${alias} in ${text}\n${plan}`);
        }
      }
    });
    expect(notFlattened).to.deep.equal([]);
  });
}

withCore('statements within a company', plansOfStatements);
