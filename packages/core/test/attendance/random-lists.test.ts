import { type AttendanceFilter, systemActor } from '@shaon/core';
import { assertStoredCounts, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, randomNumbers, withCore } from '../support.ts';

const DAYS = 4_000;
const LISTS = 300;
const PEOPLE = 20;
const STATUSES = ['open', 'pending', 'approved', 'rejected', 'exported'];
/** Half a year, with few days in the first and the last month. */
const FIRST = Date.parse('2025-11-24T00:00:00Z');
const dateAt = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);
const PERIOD = 170;

interface Day {
  readonly id: number;
  readonly date: string;
  readonly employee_id: number;
  readonly department_id: number | null;
  readonly branch_id: number | null;
  readonly status: string;
}

/** Each name of the filter beside the condition that a plain reading has; a new filter does not compile without one. */
const FITS: Readonly<Record<keyof AttendanceFilter, (day: Day, value: string | number) => boolean>> = {
  date_from: ({ date }, value) => date >= String(value),
  date_to: ({ date }, value) => date <= String(value),
  employee_id: ({ employee_id }, value) => employee_id === value,
  department_id: ({ department_id }, value) => department_id === value,
  branch_id: ({ branch_id }, value) => branch_id === value,
  status: ({ status }, value) => status === value,
};

withCore('random lists of attendance', (test) => {
  const random = randomNumbers(20_261_128);
  const drawn = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  const departments: number[] = [];
  const branches: number[] = [];
  const people: number[] = [];
  let taken = 0;

  const write = (text: string) =>
    test.core.extension.database.write(test.company, 'test', {}, (company) => company.rows(rawSql(text)));

  before(async function () {
    this.timeout(60_000);
    for (const name of ['A', 'B', 'C']) {
      departments.push((await test.core.organization.createDepartment(test.company, { name })).id);
      branches.push((await test.core.organization.createBranch(test.company, { name })).id);
    }
    for (let n = 0; n < PEOPLE; n += 1) {
      const unit = {
        department_id: drawn([departments[0], departments[0], departments[1], null]) ?? null,
        branch_id: drawn([branches[0], branches[0], branches[1], null]) ?? null,
      };
      people.push((await test.core.employees.create(test.company, { ...newEmployee(), ...unit })).id);
    }
    await addDays(DAYS);
  });

  /** Adds days by one statement, each on a date that its employee has no day on; some are voided. */
  async function addDays(count: number): Promise<void> {
    const now = test.database.type === 'sqlite' ? '0' : 'now()';
    const rows = Array.from({ length: count }, () => {
      const position = taken++;
      const date = dateAt((position * 37) % PERIOD);
      const employee = people[Math.floor(position / PERIOD) % PEOPLE];
      const voided = position >= PERIOD * PEOPLE || random(20) === 0 ? now : 'NULL';
      const status = drawn(STATUSES);
      return `(${employee}, '${date}', '${status}', ${voided}, ${status === 'approved'})`;
    });
    const values = `(VALUES ${rows.join(', ')})`;
    const [date, voided] =
      test.database.type === 'sqlite'
        ? ['v.column2', 'v.column4']
        : ['CAST(v.column2 AS date)', 'CAST(v.column4 AS timestamptz)'];
    await write(`INSERT INTO shaon_attendance (company_id, employee_id, date, department_id, branch_id, status, voided_at,
        is_approved, created_at, updated_at)
      SELECT e.company_id, e.id, ${date}, e.department_id, e.branch_id, v.column3, ${voided}, v.column5, ${now}, ${now}
      FROM ${values} AS v JOIN shaon_employee e ON e.id = v.column1 WHERE e.company_id = $1`);
  }

  async function everyDay(): Promise<Day[]> {
    const rows = await test.core.extension.database.scope(test.company).rows(
      rawSql(`SELECT id, CAST(date AS text) AS day, employee_id, department_id, branch_id, status FROM shaon_attendance
        WHERE company_id = $1 AND voided_at IS NULL ORDER BY shaon_attendance.date, id`),
    );
    return rows.map((row) => ({ ...row, id: Number(row.id), date: String(row.day) }) as unknown as Day);
  }

  /** One of many writes: some services, some SQL, some rolled back. */
  async function writeSomething(days: readonly Day[]): Promise<void> {
    const { attendance, employees } = test.core;
    const { id, employee_id } = drawn(days);
    const unit = { department_id: drawn([...departments, null]), branch_id: drawn([...branches, null]) };
    const writes: (() => Promise<unknown>)[] = [
      () => attendance.voidDay(test.company, id),
      () => attendance.approve(test.company, [id]),
      () => employees.update(test.company, employee_id, unit),
      () => write(`UPDATE shaon_attendance SET status = 'exported' WHERE company_id = $1 AND id % 97 = ${random(97)}`),
      () => write(`DELETE FROM shaon_attendance WHERE company_id = $1 AND id = ${id}`),
      () => addDays(3),
      () =>
        test.core.transaction(async (manager) => {
          await employees.update(test.company, employee_id, unit, { manager });
          throw new Error('undo');
        }),
    ];
    await drawn(writes)().catch((error: { readonly code?: string; readonly message: string }) => {
      if (error.message !== 'undo' && error.code !== 'state_conflict' && error.code !== 'not_found') throw error;
    });
  }

  it('equal a plain count and sort between writes, on the first, middle and last page and beyond', async function () {
    this.timeout(120_000);
    let days = await everyDay();
    expect(days.length).to.be.greaterThan(1_500);
    for (let n = 0; n < LISTS; n += 1) {
      if (n % 5 === 0) {
        await writeSomething(days);
        days = await everyDay();
      }
      const [from, to] = [random(PERIOD + 20) - 10, random(PERIOD + 20) - 10];
      const whole = drawn([{}, { date_from: '2026-01-01' }, { date_from: '2026-02-01', date_to: '2026-03-31' }]);
      const cut = drawn([
        { date_from: dateAt(from) },
        { date_to: dateAt(to) },
        { date_from: dateAt(from), date_to: dateAt(to) },
      ]);
      const filter: AttendanceFilter = {
        ...drawn([whole, cut, cut, { date_from: dateAt(from), date_to: dateAt(from + random(20)) }]),
        department_id: drawn([null, ...departments]),
        branch_id: drawn([null, ...branches, 0]),
        status: drawn([null, null, ...STATUSES, 'unheard of']),
        employee_id: drawn([null, null, null, null, null, drawn(people)]),
      };
      const expected = days.filter((day) =>
        Object.entries(FITS).every(([name, fits]) => {
          const value = filter[name as keyof AttendanceFilter] ?? null;
          return value === null || fits(day, value);
        }),
      );
      const per_page = drawn([1, 7, 50, 200]);
      const last = Math.max(1, Math.ceil(expected.length / per_page));
      for (const page of new Set([1, 1 + random(last), Math.ceil(last / 2), last, last + 1, 1e9])) {
        const said = `${JSON.stringify(filter)}, page ${page} of ${last}, ${per_page} each`;
        const { items, total } = await test.core.attendance.list(test.company, filter, { page, per_page });
        expect(total, said).to.equal(expected.length);
        const start = (page - 1) * per_page;
        expect(
          items.map(({ id }) => id),
          said,
        ).to.deep.equal(expected.slice(start, start + per_page).map(({ id }) => id));
      }
    }
    await assertStoredCounts(test.database.connection());
  });

  it('leave out days by each filter, so none is forgotten', async () => {
    const { attendance } = test.core;
    const nothing: Readonly<Record<keyof AttendanceFilter, unknown>> = {
      date_from: '9999-12-31',
      date_to: '0001-01-01',
      employee_id: 0,
      department_id: 0,
      branch_id: 0,
      status: 'unheard of',
    };
    for (const [name, value] of Object.entries(nothing)) {
      for (const beside of [{}, { employee_id: people[0] }]) {
        const found = await attendance.list(test.company, { ...beside, [name]: value }, { page: 1, per_page: 1 });
        expect(found, name).to.deep.equal({ items: [], total: 0 });
      }
    }
  });

  it('have right totals after many people of one department write at once, in any order', async function () {
    this.timeout(60_000);
    const company = systemActor((await test.core.companies.create({ name: 'Crowded' })).id);
    const units = await Promise.all(
      ['East', 'West'].map(async (name) => (await test.core.organization.createDepartment(company, { name })).id),
    );
    const crowd = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const department_id = units[n % 2];
        return (await test.core.employees.create(company, { ...newEmployee(), department_id })).id;
      }),
    );
    for (let day = 1; day <= 4; day += 1) {
      const at = new Date(`2026-03-0${day}T06:00:00Z`);
      const punches = crowd.map((id) => test.core.attendance.punchIn(company, id, { at }));
      const moves = crowd.map((id, n) =>
        test.core.employees.update(company, id, { department_id: units[(n + day) % 2] }),
      );
      const outcomes = await Promise.allSettled([...punches, ...moves]);
      expect(outcomes.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
    }
    const totals = await Promise.all(
      units.map(async (department_id) => {
        const { total } = await test.core.attendance.list(company, { department_id }, { page: 1, per_page: 1 });
        return total;
      }),
    );
    expect(totals).to.deep.equal([48, 48]);
    await assertStoredCounts(test.database.connection());
  });

  it('have totals that are compared, written anew, and added up when a number has several parts', async () => {
    const { operator, prune } = test.core;
    const totals = async () => {
      const [row] = await write(
        'SELECT COUNT(*) AS total_rows, SUM(days) AS days FROM shaon_attendance_total WHERE company_id = $1',
      );
      return { rows: Number(row?.total_rows), days: Number(row?.days) };
    };
    const { days } = await totals();
    if (test.database.type === 'postgres') {
      await prune();
      const { rows } = await totals();
      await write(`INSERT INTO shaon_attendance_total SELECT company_id, month, department_id, branch_id, status, -7, -3
        FROM shaon_attendance_total WHERE company_id = $1`);
      await write('UPDATE shaon_attendance_total SET days = days + 3 WHERE company_id = $1 AND part <> -7');
      expect((await totals()).rows).to.equal(2 * rows);
      expect(await operator.countWrongTotals()).to.equal(0);
      await prune();
      expect(await totals()).to.deep.equal({ rows, days });
    }
    await write('UPDATE shaon_attendance_total SET days = days + 1 WHERE company_id = $1');
    expect(await operator.countWrongTotals()).to.be.greaterThan(1);
    await operator.rewriteTotals();
    expect(await operator.countWrongTotals()).to.equal(0);
    expect((await totals()).days).to.equal(days);
  });

  it('end even if the totals of the first month are lost', async () => {
    const { attendance, operator } = test.core;
    await write(`UPDATE shaon_attendance_total SET days = 0 WHERE company_id = $1 AND month = '2025-12-01'`);
    const filter = { date_from: '2025-12-10' };
    const { total } = await attendance.list(test.company, filter, { page: 1, per_page: 1 });
    for (let page = 1; page <= Math.floor(total / 50); page += 1) {
      expect((await attendance.list(test.company, filter, { page, per_page: 50 })).items).to.have.lengthOf(50);
    }
    await operator.rewriteTotals();
  });
});
