import { expect } from 'chai';
import type { CoreTest } from '../support.ts';
import { copiedEmployee, serial, stored } from './look.ts';
import type { Action, RecordKind } from './writing-pairs.ts';

const DATE = '2026-06-02';
const MONTH = '2026-06';
const at = (time: string) => new Date(`${DATE}T${time}:00Z`);
const IN = at('04:00');
const TIMES = { in: at('05:00'), out: at('05:10'), break_start: at('05:20'), break_end: at('05:30') } as const;
const CLOCKED_AT = at('05:15');
const CLOSED_AT = at('05:40');

interface Day {
  readonly employeeId: number;
  readonly departmentId: number;
  /** The day's record, 0 where there is none yet. */
  readonly id: number;
}

const PUNCHES = { punchIn: 'in', punchOut: 'out', breakStart: 'break_start', breakEnd: 'break_end' } as const;

/** A day of an employee: not begun, open, or closed. */
export function days(test: CoreTest, state: 'not begun' | 'open' | 'closed'): RecordKind<Day> {
  const punch = (method: keyof typeof PUNCHES): Action<Day> => ({
    act: ({ employeeId }, options) =>
      test.core.attendance[method](test.company, employeeId, { at: TIMES[PUNCHES[method]] }, options),
    refusals: ['already_in', 'not_in', 'state_conflict', 'employee_frozen'],
  });

  const forAll: Readonly<Record<string, Action<Day>>> = {
    'punch in': punch('punchIn'),
    'punch out': punch('punchOut'),
    'begin a break': punch('breakStart'),
    'end a break': punch('breakEnd'),
    correct: {
      act: ({ employeeId }, options) =>
        test.core.attendance.correct(
          test.company,
          employeeId,
          DATE,
          {
            punches: [
              { kind: 'in', at: IN },
              { kind: 'out', at: CLOSED_AT },
            ],
            note: 'as told',
          },
          options,
        ),
      refusals: ['state_conflict'],
    },
    'record an absence': {
      act: ({ employeeId }, options) =>
        test.core.attendance.recordAbsence(
          test.company,
          { employee_id: employeeId, date: DATE, absence_type: 'חופש' },
          options,
        ),
    },
    'report by a clock': {
      act: ({ employeeId }, options) =>
        test.core.attendance.recordPunches(
          test.company,
          [{ device: 'Gate', number: serial(), employee_id: employeeId, at: CLOCKED_AT }],
          options,
        ),
    },
    'freeze the employee': {
      act: ({ employeeId }, options) => test.core.employees.freeze(test.company, employeeId, options),
    },
    'move the employee': {
      act: ({ employeeId, departmentId }, options) =>
        test.core.employees.update(test.company, employeeId, { department_id: departmentId }, options),
    },
  };
  const refusals = ['not_found', 'state_conflict'] as const;
  const forRecords: Readonly<Record<string, Action<Day>>> = {
    approve: { act: ({ id }, options) => test.core.attendance.approve(test.company, [id], options), refusals },
    reject: { act: ({ id }, options) => test.core.attendance.reject(test.company, [id], options), refusals },
    'set a status': {
      act: ({ id }, options) =>
        test.core.attendance.setStatus(test.company, id, 'exported', { approved: true }, options),
      refusals,
    },
    void: { act: ({ id }, options) => test.core.attendance.voidDay(test.company, id, options), refusals },
    close: {
      act: ({ id }, options) => test.core.attendance.closeDay(test.company, id, CLOSED_AT, 'forgotten', options),
      refusals,
    },
  };

  const forClosed: Readonly<Record<string, Action<Day>>> = {
    'approve the month': {
      act: ({ employeeId }, options) =>
        test.core.attendance.approveMonth(test.company, { employee_ids: [employeeId], month: MONTH }, options),
    },
  };

  /** One for all races: they only move people to it. */
  let department: { readonly id: number } | undefined;

  return {
    name: `a day that is ${state}`,
    async make() {
      const { attendance, organization } = test.core;
      const employee = await copiedEmployee(test, test.company);
      department ??= await organization.createDepartment(test.company, { name: 'Unit' });
      let id = 0;
      if (state !== 'not begun') id = (await attendance.punchIn(test.company, employee.id, { at: IN })).id;
      if (state === 'closed') await attendance.punchOut(test.company, employee.id, { at: at('04:30') });
      return { employeeId: employee.id, departmentId: department.id, id };
    },
    actions: {
      ...forAll,
      ...(state === 'not begun' ? {} : forRecords),
      ...(state === 'closed' ? forClosed : {}),
    },

    async check({ employeeId }, done) {
      const records = await stored(
        test,
        test.company,
        `SELECT a.id, a.status, a.voided_at, a.absence_type, COALESCE(a.department_id, 0) AS department,
          COALESCE(e.department_id, 0) AS unit, (SELECT p.kind FROM "shaon_punch" p WHERE p.attendance_id = a.id
          AND p.voided_at IS NULL ORDER BY p.at DESC, p.id DESC LIMIT 1) AS last_kind
          FROM "shaon_attendance" a JOIN "shaon_employee" e ON e.id = a.employee_id
          WHERE a.company_id = $1 AND a.employee_id = $2 ORDER BY a.id`,
        employeeId,
      );
      const live = records.filter((record) => record.voided_at === null);
      expect(live.length, 'records of one date').to.be.at.most(1);
      for (const record of live) {
        expect(Number(record.department), 'department of the day').to.equal(Number(record.unit));
        const isOpen = record.last_kind !== null && record.last_kind !== 'out';
        if (record.status !== 'exported') expect(record.status === 'open', 'open').to.equal(isOpen);
      }
      for (const record of records.filter(({ voided_at }) => voided_at !== null)) {
        expect(record.last_kind, 'a live punch of a voided day').to.equal(null);
      }
      await expectPunchesKept(employeeId, done);
      await expectTotals(test);
    },
  };

  /** A punch that was taken is still there, unless the day was corrected or voided on purpose. */
  async function expectPunchesKept(employeeId: number, done: readonly string[]): Promise<void> {
    if (done.includes('correct') || done.includes('void')) return;
    const punches = await stored(
      test,
      test.company,
      'SELECT kind, at FROM "shaon_punch" WHERE company_id = $1 AND employee_id = $2 AND voided_at IS NULL',
      employeeId,
    );
    const kept = new Set(punches.map(({ kind, at: time }) => `${kind} ${new Date(time as number).toISOString()}`));
    const named = { 'punch in': 'in', 'punch out': 'out', 'begin a break': 'break_start', 'end a break': 'break_end' };
    for (const [name, kind] of Object.entries(named) as [string, keyof typeof TIMES][]) {
      if (done.includes(name)) expect([...kept], name).to.include(`${kind} ${TIMES[kind].toISOString()}`);
    }
    if (done.includes('close')) expect([...kept], 'close').to.include(`out ${CLOSED_AT.toISOString()}`);
  }
}

/** The totals of months say what the days do. */
export async function expectTotals(test: CoreTest): Promise<void> {
  expect(await test.core.operator.countWrongTotals(), 'wrong totals').to.equal(0);
}
