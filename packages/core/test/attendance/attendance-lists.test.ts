import { setImmediate } from 'node:timers/promises';
import { type AttendanceFilter, type AttendanceRecord, systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type CoreTest, newEmployee, randomNumbers, withCore } from '../support.ts';

const FIRST = Date.parse('2026-01-28T00:00:00Z');
const dateAt = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);
const at = (date: string, hour: number) => new Date(`${date}T${String(hour).padStart(2, '0')}:00:00+02:00`);

interface Placed extends AttendanceRecord {
  readonly departmentId: number | null;
  readonly branchId: number | null;
}

/** Every record with where its employee works today, read past the lists. */
async function everyRecord(test: CoreTest): Promise<Placed[]> {
  const scope = test.core.extension.database.scope(test.company);
  const day = test.database.type === 'sqlite' ? 'a.date' : 'a.date::text';
  const rows = await scope.rows(
    rawSql(`SELECT a.id, ${day} AS day, a.status, a.employee_id, e.department_id, e.branch_id FROM shaon_attendance a
      JOIN shaon_employee e ON e.id = a.employee_id WHERE a.company_id = $1 AND a.voided_at IS NULL`),
  );
  const records = rows.map((row) => ({
    id: Number(row.id),
    date: String(row.day),
    status: String(row.status),
    employee_id: Number(row.employee_id),
    departmentId: row.department_id as number | null,
    branchId: row.branch_id as number | null,
  }));
  return records.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id)) as unknown as Placed[];
}

function fits(record: Placed, filter: AttendanceFilter): boolean {
  return (
    (filter.date_from == null || record.date >= filter.date_from) &&
    (filter.date_to == null || record.date <= filter.date_to) &&
    (filter.employee_id == null || record.employee_id === filter.employee_id) &&
    (filter.department_id == null || record.departmentId === filter.department_id) &&
    (filter.branch_id == null || record.branchId === filter.branch_id) &&
    (filter.status == null || record.status === filter.status)
  );
}

withCore(
  'lists of attendance',
  (test) => {
    const employees: number[] = [];
    const departments: number[] = [];
    const branches: number[] = [];

    before(async () => {
      test.clock.set('2026-12-01T00:00:00Z');
      await test.core.absenceTypes.create(test.company, { label: 'חופש' });
      for (const name of ['North', 'South', 'Empty']) {
        departments.push((await test.core.organization.createDepartment(test.company, { name })).id);
        branches.push((await test.core.organization.createBranch(test.company, { name })).id);
      }
      for (let n = 0; n < 7; n += 1) {
        const unit = { department_id: departments[n % 2], branch_id: n < 3 ? branches[0] : null };
        employees.push((await test.core.employees.create(test.company, { ...newEmployee(), ...unit })).id);
      }
    });

    /** One of everything that can happen to a record, to somebody on some day. */
    async function happen(random: (below: number) => number): Promise<void> {
      const { attendance, employees: people } = test.core;
      const employee = employees[random(employees.length)] as number;
      const date = dateAt(random(70));
      const known = (await everyRecord(test))[random(80)];
      const correct = () =>
        attendance.correct(test.company, employee, date, {
          punches: [
            { kind: 'in', at: at(date, 8) },
            { kind: 'out', at: at(date, 16) },
          ],
          note: 'as told',
        });
      const acts: (() => Promise<unknown>)[] = [
        correct,
        correct,
        correct,
        () => attendance.punchIn(test.company, employee, { at: at(date, 8) }),
        () => attendance.recordAbsence(test.company, { employee_id: employee, date, absence_type: 'חופש' }),
        () => attendance.approve(test.company, [known?.id ?? 0]),
        () => attendance.reject(test.company, [known?.id ?? 0]),
        () => attendance.setStatus(test.company, known?.id ?? 0, 'exported', { approved: true }),
        () => attendance.voidDay(test.company, known?.id ?? 0),
        () =>
          people.update(test.company, employee, {
            department_id: [...departments, null][random(4)] ?? null,
            branch_id: [...branches, null][random(4)] ?? null,
          }),
      ];
      // Most of what is drawn may happen; what may not must leave the counts alone.
      await (acts[random(acts.length)] as () => Promise<unknown>)().catch((error: { code?: string }) => {
        if (error.code !== 'state_conflict' && error.code !== 'not_found') throw error;
      });
    }

    it('have their total and every page, whatever has happened', async function () {
      this.timeout(60_000);
      const random = randomNumbers(20_261_121);
      for (let n = 0; n < 300; n += 1) await happen(random);
      const all = await everyRecord(test);
      expect(all.length).to.be.greaterThan(60);
      const dates: AttendanceFilter[] = [
        {},
        { date_from: '2026-02-01' },
        { date_to: '2026-02-28' },
        { date_from: '2026-02-01', date_to: '2026-02-28' },
        { date_from: '2026-02-10', date_to: '2026-03-09' },
        { date_from: '2026-02-14', date_to: '2026-02-14' },
        { date_from: '2027-01-01' },
        { date_to: '2020-01-31' },
        { date_from: '0001-01-01', date_to: '9999-12-31' },
      ];
      const drawn = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
      const mixes = Array.from({ length: 8 }, () => ({
        department_id: drawn([null, departments[0], departments[1], departments[2], 0]),
        branch_id: drawn([null, branches[0], branches[1], branches[2]]),
        status: drawn([null, 'open', 'pending', 'approved', 'rejected', 'exported', 'unheard of']),
        employee_id: drawn([null, null, null, employees[0], employees[3]]),
      }));
      const members: AttendanceFilter[] = [
        {},
        ...departments.map((department_id) => ({ department_id })),
        { branch_id: branches[0] },
        { status: 'pending' },
        { employee_id: employees[0] },
        { department_id: departments[0], status: 'pending' },
        { department_id: departments[1], branch_id: branches[0] },
        { branch_id: branches[0], status: 'approved' },
        { department_id: departments[0], branch_id: branches[0], status: 'pending' },
        ...mixes,
      ];
      for (const narrowed of dates.flatMap((date) => members.map((member) => ({ ...date, ...member })))) {
        const expected = all.filter((record) => fits(record, narrowed)).map(({ id }) => id);
        for (const per_page of [1, 7, 200]) {
          if (per_page === 1 && expected.length > 30) continue;
          const found: number[] = [];
          for (let page = 1; page <= Math.ceil(expected.length / per_page) + 1; page += 1) {
            const { items, total } = await test.core.attendance.list(test.company, narrowed, { page, per_page });
            expect(total, `${JSON.stringify(narrowed)}, page ${page} of ${per_page}`).to.equal(expected.length);
            found.push(...items.map(({ id }) => id));
          }
          expect(found, `${JSON.stringify(narrowed)}, ${per_page} a page`).to.deep.equal(expected);
        }
      }
    });

    it('follow the employees when their department is deleted', async () => {
      const { organization, attendance, employees: people } = test.core;
      const { id: department_id } = await organization.createDepartment(test.company, { name: 'Closing' });
      await people.update(test.company, employees[0] as number, { department_id });
      await attendance.punchIn(test.company, employees[0] as number, { at: at('2026-06-01', 8) });
      const list = () => attendance.list(test.company, { department_id }, { page: 1, per_page: 200 });
      expect((await list()).total).to.be.greaterThan(0);
      await organization.removeDepartment(test.company, department_id, { clearReferences: true });
      expect(await list()).to.deep.equal({ items: [], total: 0 });
    });

    it('show nothing of a day that is rolled back', async () => {
      const page = { page: 1, per_page: 1 };
      const { total } = await test.core.attendance.list(test.company, {}, page);
      const undone = test.core.transaction(async (manager) => {
        await test.core.attendance.punchIn(
          test.company,
          employees[1] as number,
          { at: at('2026-07-01', 8) },
          { manager },
        );
        throw new Error('undo');
      });
      expect(await undone.catch(String)).to.contain('undo');
      expect((await test.core.attendance.list(test.company, {}, page)).total).to.equal(total);
    });

    it('agree with their page while others write and move to other departments', async function () {
      this.timeout(30_000);
      const company = systemActor((await test.core.companies.create({ name: 'Busy' })).id);
      const units = await Promise.all(
        ['East', 'West'].map(async (name) => (await test.core.organization.createDepartment(company, { name })).id),
      );
      const people = await Promise.all(
        Array.from({ length: 12 }, async () => (await test.core.employees.create(company, newEmployee())).id),
      );
      let isDone = false;
      const reading = (async () => {
        const seen = new Set<number>();
        while (!isDone) {
          const { items, total } = await test.core.attendance.list(company, {}, { page: 1, per_page: 200 });
          expect(items).to.have.lengthOf(total);
          seen.add(total);
          await setImmediate();
        }
        return seen;
      })();
      for (let day = 0; day < 8; day += 1) {
        const punches = people.map((id) => test.core.attendance.punchIn(company, id, { at: at(dateAt(day), 8) }));
        const department_id = units[day % 2];
        const moves = people.map((id) => test.core.employees.update(company, id, { department_id }));
        await Promise.all([...punches, ...moves]);
      }
      isDone = true;
      expect((await reading).size).to.be.greaterThan(3);
      const inWest = await test.core.attendance.list(company, { department_id: units[1] }, { page: 1, per_page: 1 });
      expect(inWest.total).to.equal(96);
    });

    if (test.database.type === 'postgres') {
      it('let nobody wait for another’s transaction', async () => {
        const [one, other, earlier] = employees.slice(2, 5) as [number, number, number];
        const { attendance } = test.core;
        await attendance.punchIn(test.company, earlier, { at: at('2026-08-02', 8) });
        await test.core.transaction(async (manager) => {
          await attendance.punchIn(test.company, one, { at: at('2026-08-02', 8) }, { manager });
          // It would wait for the end of this transaction, which waits for it.
          await attendance.punchIn(test.company, other, { at: at('2026-08-02', 8) });
          await attendance.punchIn(test.company, one, { at: at('2026-08-03', 8) }, { manager });
        });
        const { total } = await attendance.list(
          test.company,
          { date_from: '2026-08-02', date_to: '2026-08-03' },
          { page: 1, per_page: 1 },
        );
        expect(total).to.equal(4);
      });
    }

    it('count days that are written by SQL, from the first year to the last', async () => {
      const { attendance, extension } = test.core;
      const total = async (filter: AttendanceFilter = {}) =>
        (await attendance.list(test.company, filter, { page: 1, per_page: 1 })).total;
      const run = (text: string) =>
        extension.database.write(test.company, 'test', {}, (company) => company.rows(rawSql(text)));
      const before = await total();
      for (const date of ['0001-01-31', '1999-02-28', '2000-02-29', '9999-12-31']) {
        await run(`UPDATE "shaon_attendance" SET date = '${date}' WHERE company_id = $1 AND id =
          (SELECT MIN(id) FROM "shaon_attendance" WHERE company_id = $1 AND voided_at IS NULL AND date BETWEEN '2001-01-01' AND '9000-01-01')`);
      }
      expect(await total()).to.equal(before);
      expect(await total({ date_to: '2000-02-28' })).to.equal(2);
      expect(await total({ date_from: '2000-02-29', date_to: '2000-12-31' })).to.equal(1);
      expect(await total({ date_from: '9000-01-01' })).to.equal(1);
      await run('UPDATE "shaon_attendance" SET voided_at = updated_at, department_id = NULL WHERE company_id = $1');
      expect(await attendance.list(test.company, {}, { page: 1, per_page: 1 })).to.deep.equal({ items: [], total: 0 });
    });
  },
  { attendanceStatuses: ['exported'] },
);
