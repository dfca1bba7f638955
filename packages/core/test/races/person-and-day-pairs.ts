import type { ErrorCode, ImportFile } from '@shaon/core';
import { expect } from 'chai';
import { fileOf, person } from '../import/support.ts';
import { type CoreTest, validIdNumber } from '../support.ts';
import { expectTotals } from './attendance-pairs.ts';
import { copiedEmployee, serial, stored } from './look.ts';
import { expectLoginAgrees } from './people-pairs.ts';
import type { Action, RecordKind } from './writing-pairs.ts';

const DATE = '2026-06-02';
const at = (time: string) => new Date(`${DATE}T${time}:00Z`);
const PASSWORD = 'a good horse battery 9';

interface PersonAndDay {
  readonly employeeId: number;
  /** The external id of the employee, if an action is about it; the day's and the leave's begin with it. */
  readonly key: string;
  /** An open day of theirs. */
  readonly dayId: number;
  /** An approved request of theirs for the same date; 0 if neither action is about it. */
  readonly leaveId: number;
  /** A link to set a password by; empty if neither action uses it. */
  readonly link: string;
}

/** What is done to one person and their day by services that do not know each other. */
export function personAndDay(test: CoreTest): RecordKind<PersonAndDay> {
  const company = () => test.company;

  async function make(names: readonly string[]): Promise<PersonAndDay> {
    const { accounts, attendance, externalIds } = test.core;
    const isAbout = (word: RegExp) => names.some((name) => word.test(name));
    const { id: employeeId, loginId } = await copiedEmployee(test, company());
    const key = `person ${serial()}`;
    if (isAbout(/import|key/)) await externalIds.set(company(), 'employee', employeeId, key);
    const day = await attendance.punchIn(company(), employeeId, { at: at('04:00') });
    if (isAbout(/import the day/)) await externalIds.set(company(), 'attendance', day.id, `${key} day`);
    const leaveId = isAbout(/leave/) ? await approvedLeave(employeeId) : 0;
    if (isAbout(/import the leave/)) await externalIds.set(company(), 'leave', leaveId, `${key} leave`);
    const link = isAbout(/link/) ? await accounts.makeLink(company(), loginId) : null;
    return { employeeId, key, dayId: day.id, leaveId, link: link?.secret ?? '' };
  }

  async function approvedLeave(employeeId: number): Promise<number> {
    const asked = { employee_id: employeeId, dates: [DATE], type: 'חופש' };
    const [request] = await test.core.leave.submit(company(), asked);
    await test.core.leave.approve(company(), request!.id);
    return request!.id;
  }

  const doing = (act: Action<PersonAndDay>['act'], ...refusals: ErrorCode[]): Action<PersonAndDay> => ({
    act,
    refusals,
  });
  const importing = (fileFor: (subject: PersonAndDay) => ImportFile): Action<PersonAndDay> => ({
    isAlwaysAlone: true,
    act: (subject) => test.core.imports.run({ company: { id: company().companyId }, files: [fileFor(subject)] }),
    refusals: ['invalid_input', 'state_conflict'],
  });

  return {
    name: 'a person and a day, across services',
    make,
    actions: {
      'punch in': doing(
        ({ employeeId }, options) => test.core.attendance.punchIn(company(), employeeId, { at: at('05:15') }, options),
        'already_in',
        'state_conflict',
        'employee_frozen',
      ),
      'punch out': doing(
        ({ employeeId }, options) => test.core.attendance.punchOut(company(), employeeId, { at: at('05:10') }, options),
        'not_in',
        'state_conflict',
        'employee_frozen',
      ),
      correct: doing(({ employeeId }, options) => {
        const punches = [
          { kind: 'in', at: at('04:10') },
          { kind: 'out', at: at('05:20') },
        ] as const;
        return test.core.attendance.correct(company(), employeeId, DATE, { punches, note: 'as agreed' }, options);
      }, 'state_conflict'),
      void: doing(({ dayId }, options) => test.core.attendance.voidDay(company(), dayId, options), 'not_found'),
      decide: doing(
        ({ dayId }, options) => test.core.attendance.reject(company(), [dayId], options),
        'not_found',
        'state_conflict',
      ),
      'record the leave': doing(
        ({ leaveId }, options) => test.core.absenceDays.recordForLeave(company(), [leaveId], options),
        'not_found',
        'state_conflict',
        'invalid_input',
      ),
      'cancel the leave': doing(
        ({ leaveId }, options) => test.core.leave.cancel(company(), leaveId, options),
        'not_found',
      ),
      'import the day': importing(({ key }) =>
        fileOf('attendance', [
          {
            external_id: `${key} day`,
            employee_external_id: key,
            date: DATE,
            check_in: '07:05',
            check_out: '08:25',
          },
        ]),
      ),
      'import the leave': importing(({ key }) =>
        fileOf('leave', [
          {
            external_id: `${key} leave`,
            employee_external_id: key,
            date: '2026-06-03',
            type: 'חופש',
            status: 'approved',
          },
        ]),
      ),
      'import the person': importing(({ key }) => fileOf('employees', [person(key)])),
      edit: doing(({ employeeId }, options) => {
        const change = { name: 'Renamed', email: `renamed${serial()}@races.test` };
        return test.core.employees.update(company(), employeeId, change, options);
      }),
      'amend the ID number': doing(({ employeeId }, options) => {
        const change = { id_number: validIdNumber(800_000 + serial()) };
        return test.core.personnel.amend(company(), employeeId, change, options);
      }),
      freeze: doing(({ employeeId }, options) => test.core.employees.freeze(company(), employeeId, options)),
      'change the key': doing(
        ({ employeeId, key }, options) =>
          test.core.externalIds.set(company(), 'employee', employeeId, `${key} changed`, options),
        'state_conflict',
      ),
      'remove the key': doing(
        ({ employeeId }, options) => test.core.externalIds.remove(company(), 'employee', employeeId, options),
        'not_found',
      ),
      'use the link': {
        isAlwaysAlone: true,
        act: ({ link }) => test.core.accounts.useLink(link, PASSWORD),
        refusals: ['not_authenticated'],
      },
      prune: { isAlwaysAlone: true, isTryingAgain: true, act: () => test.core.prune() },
    },

    async check({ employeeId, key }, done) {
      const days = await stored(
        test,
        company(),
        `SELECT id FROM "shaon_attendance" WHERE company_id = $1 AND employee_id = $2 AND voided_at IS NULL AND date = '${DATE}'`,
        employeeId,
      );
      expect(days.length, 'records of one date').to.be.at.most(1);
      await expectTotals(test);
      await expectLoginAgrees(test, employeeId);
      const keys = await stored(
        test,
        company(),
        `SELECT external_id FROM "shaon_external_id" WHERE company_id = $1 AND kind = 'employee' AND record_id = $2`,
        employeeId,
      );
      const expected = done.includes('change the key') ? `${key} changed` : key;
      const wasGiven = done.some((name) => /import|key/.test(name));
      if (wasGiven && !done.includes('remove the key')) expect(keys).to.deep.equal([{ external_id: expected }]);
    },
  };
}
