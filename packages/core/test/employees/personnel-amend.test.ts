import { setTimeout } from 'node:timers/promises';
import type { Amendment, Employee } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { recordEvents } from '../recorded-events.ts';
import { newEmployee, refusal, validIdNumber, withCore } from '../support.ts';

const REQUIRED = (type: string) => [{ rule: 'required_if', params: { other: 'salary_type', value: type } }];
const PROHIBITED = [{ rule: 'prohibited' }];

/** A stored salary, a change of it, and what is stored then: type, hourly rate, global salary (D:W14, W15). */
const HOURLY = { salary_type: 'hourly', hourly_rate: 42.5 } as const;
const GLOBAL = { salary_type: 'global', hourly_rate: null, global_salary: 9000 } as const;
type Stored = typeof HOURLY | typeof GLOBAL;

const KEPT: readonly (readonly [Stored, Amendment, string, string | null, string | null])[] = [
  [HOURLY, { hourly_rate: 50 }, 'hourly', '50.0000', null],
  [HOURLY, { hourly_rate: 0 }, 'hourly', '0.0000', null],
  [HOURLY, { hourly_rate: '99999999.99' }, 'hourly', '99999999.9900', null],
  [HOURLY, { salary_type: 'hourly' }, 'hourly', '42.5000', null],
  [HOURLY, { salary_type: 'hourly', global_salary: 7 }, 'hourly', '42.5000', null],
  [HOURLY, { salary_type: 'global', global_salary: 8000 }, 'global', null, '8000.0000'],
  [HOURLY, { salary_type: 'global', global_salary: 8000, hourly_rate: 50 }, 'global', null, '8000.0000'],
  [HOURLY, { global_salary: null }, 'hourly', '42.5000', null],
  [GLOBAL, { global_salary: '9500.1234' }, 'global', null, '9500.1234'],
  [GLOBAL, { salary_type: 'hourly', hourly_rate: 60, global_salary: null }, 'hourly', '60.0000', null],
  [GLOBAL, { hourly_rate: null }, 'global', null, '9000.0000'],
];

const REFUSED: readonly (readonly [Stored, object, object])[] = [
  [HOURLY, { hourly_rate: null }, { hourly_rate: REQUIRED('hourly') }],
  [HOURLY, { salary_type: 'hourly', hourly_rate: null }, { hourly_rate: REQUIRED('hourly') }],
  [HOURLY, { salary_type: 'global' }, { global_salary: REQUIRED('global') }],
  [HOURLY, { salary_type: 'global', hourly_rate: 9 }, { global_salary: REQUIRED('global') }],
  [HOURLY, { global_salary: 9 }, { global_salary: PROHIBITED }],
  [GLOBAL, { salary_type: 'hourly', hourly_rate: null }, { hourly_rate: REQUIRED('hourly') }],
  [GLOBAL, { hourly_rate: 9 }, { hourly_rate: PROHIBITED }],
  [HOURLY, { hourly_rate: -1 }, { hourly_rate: [{ rule: 'min', params: { min: 0 } }] }],
  [HOURLY, { hourly_rate: 'x' }, { hourly_rate: [{ rule: 'numeric' }] }],
  [HOURLY, { salary_type: 'global', hourly_rate: 'x', global_salary: 1 }, { hourly_rate: [{ rule: 'numeric' }] }],
  [HOURLY, { salary_type: 'monthly', global_salary: 1 }, { salary_type: [{ rule: 'in' }] }],
  [HOURLY, { salary_type: null }, { salary_type: [{ rule: 'in' }] }],
  [HOURLY, { id_number: '123456789' }, { id_number: [{ rule: 'id_number' }] }],
  [HOURLY, { id_number: 123456782 }, { id_number: [{ rule: 'string' }] }],
  [HOURLY, { id_number: null }, { id_number: [{ rule: 'string' }] }],
  [HOURLY, { id_number: '000000000' }, { id_number: [{ rule: 'id_number' }] }],
  [HOURLY, { role: 'admin' }, { role: PROHIBITED }],
  [HOURLY, { status: 'frozen' }, { status: PROHIBITED }],
  [HOURLY, { password: 'x', company_id: 1 }, { password: PROHIBITED, company_id: PROHIBITED }],
  [
    HOURLY,
    { name: null, department_id: 4711, salary_type: 'global' },
    { name: [{ rule: 'string' }], department_id: [{ rule: 'in' }], global_salary: REQUIRED('global') },
  ],
];

const log: unknown[] = [];
const keep = (fields: object, message: string) => void log.push([fields, message]);

let serial = 0;
const freshIdNumber = () => validIdNumber(80_000_000 + ++serial);

withCore(
  'personnel amendments',
  (test) => {
    const hire = (salary: Stored = HOURLY, more: object = {}): Promise<Employee> =>
      test.core.employees.create(test.company, newEmployee({ ...salary, ...more }));
    const amend = (id: number, change: object) => test.core.personnel.amend(test.company, id, change);
    const file = (id: number) => test.core.personnel.file(test.company, id);
    const acts = async () => (await test.core.auditReads.list(test.company, {})).items;

    for (const [stored, change, salary_type, hourly_rate, global_salary] of KEPT) {
      it(`from ${stored.salary_type} by ${JSON.stringify(change)}`, async () => {
        const { id } = await hire(stored);
        await amend(id, change);
        expect(await file(id)).to.include({ salary_type, hourly_rate, global_salary });
      });
    }

    it('are refused with what is wrong, and then change nothing', async () => {
      for (const [stored, change, errors] of REFUSED) {
        const { id } = await hire(stored);
        const before = await file(id);
        expect(await refusal(amend(id, change)), JSON.stringify(change)).to.have.deep.property('errors', errors);
        expect(await file(id)).to.deep.equal(before);
      }
    });

    it('change the ID number, padded, whose old one is free again', async () => {
      const old = freshIdNumber();
      const { id } = await hire(HOURLY, { id_number: old });
      await amend(id, { id_number: '01234566' });
      expect(await test.core.personnel.openIdNumber(test.company, id)).to.equal('001234566');
      for (const taken of ['01234566', '001234566']) {
        expect(await refusal(hire(HOURLY, { id_number: taken }))).to.have.deep.property('errors', {
          id_number: [{ rule: 'unique' }],
        });
      }
      await hire(HOURLY, { id_number: old });
    });

    it('refuse an ID number that anybody in the system has, with all else that is wrong', async () => {
      const idNumber = freshIdNumber();
      const theirs = newEmployee({ id_number: idNumber });
      await test.core.employees.create(test.foreign, theirs);
      const { id } = await hire();
      const error = await refusal(amend(id, { id_number: idNumber, email: theirs.email, branch_id: 4711 }));
      expect(error).to.have.deep.property('errors', {
        id_number: [{ rule: 'unique' }],
        email: [{ rule: 'unique' }],
        branch_id: [{ rule: 'in' }],
      });
      expect((error as Error).message).not.to.contain(idNumber);
      expect(await refusal(amend(id, { id_number: idNumber, name: null }))).to.have.deep.property('errors', {
        id_number: [{ rule: 'unique' }],
        name: [{ rule: 'string' }],
      });
    });

    it('give one ID number to one of twenty at once, and the others the same error, whatever else they change', async () => {
      const idNumber = freshIdNumber();
      const people = await Promise.all(Array.from({ length: 20 }, () => hire()));
      const results = await Promise.allSettled(
        people.map(({ id }) => amend(id, { id_number: idNumber, address: 'Here' })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      for (const [place, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        expect(result.reason.errors).to.deep.equal({ id_number: [{ rule: 'unique' }] });
        expect(await file(people[place]?.id as number)).to.include({ address: null });
      }
    });

    it('name every field that one of them took a moment ago (D:W23, W24)', async () => {
      const same = { id_number: freshIdNumber(), email: `same${serial}@example.test` };
      const people = await Promise.all(Array.from({ length: 10 }, () => hire()));
      const results = await Promise.allSettled(people.map(({ id }) => amend(id, same)));
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.errors] : []));
      expect(refused).to.deep.equal(Array(9).fill({ id_number: [{ rule: 'unique' }], email: [{ rule: 'unique' }] }));
    });

    it('check the amount once more when the salary type became another meanwhile', async () => {
      const { id } = await hire();
      let commit: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let amended: () => void = () => undefined;
      const isAmended = new Promise<void>((resolve) => {
        amended = resolve;
      });
      const first = test.core.transaction(async (manager) => {
        const change = { salary_type: 'global', global_salary: 8000 } as const;
        await test.core.personnel.amend(test.company, id, change, { manager });
        amended();
        await held;
      });
      await isAmended;
      // It has seen the hourly rate and waits for the row, or comes after all: the answer is the same.
      const second = refusal(amend(id, { hourly_rate: 50 }));
      await setTimeout(100);
      commit();
      await first;
      expect(await second).to.have.deep.property('errors', { hourly_rate: PROHIBITED });
      expect(await file(id)).to.include({ salary_type: 'global', hourly_rate: null, global_salary: '8000.0000' });
    });

    it('join a caller’s transaction, which outlives a refused one', async () => {
      const taken = freshIdNumber();
      await hire(HOURLY, { id_number: taken });
      const { id } = await hire();
      await test.core.transaction(async (manager) => {
        const { personnel } = test.core;
        await personnel.amend(test.company, id, { hourly_rate: 1 }, { manager });
        expect(await refusal(personnel.amend(test.company, id, { id_number: taken }, { manager }))).to.have.property(
          'code',
          'invalid_input',
        );
        await personnel.amend(test.company, id, { address: 'There' }, { manager });
      });
      expect(await file(id)).to.include({ hourly_rate: '1.0000', address: 'There' });
      const undone = test.core.transaction(async (manager) => {
        await test.core.personnel.amend(test.company, id, { hourly_rate: 2 }, { manager });
        throw new Error('undone');
      });
      expect(await refusal(undone)).to.have.property('message', 'undone');
      expect(await file(id)).to.include({ hourly_rate: '1.0000' });
    });

    it('fire employee.updated for what a PATCH fires it for, and nothing for ID number and salary (D:V8)', async () => {
      const { take } = recordEvents(test.core);
      const { id, email } = await hire();
      take();
      await amend(id, { id_number: freshIdNumber(), salary_type: 'global', global_salary: 4321.5 });
      expect(take()).to.deep.equal([]);
      const idNumber = freshIdNumber();
      const answer = await amend(id, { name: 'Dana', id_number: idNumber, global_salary: 4322.5 });
      expect(answer).to.deep.equal(await test.core.employees.get(test.company, id));
      const [event, ...more] = take();
      expect(more).to.deep.equal([]);
      expect(event).to.deep.include({
        type: 'employee.updated',
        data: { employee_id: id, name: 'Dana', email, department_id: null, branch_id: null, status: 'active' },
      });
      const [login] = await test.core.extension.database
        .scope(test.company)
        .rows(rawSql('SELECT name FROM "shaon_login" WHERE company_id = $1 AND employee_id = $2'), [id]);
      expect(login?.name).to.equal('Dana');
    });

    it('are audited by the names of the fields, and no value is in audit, events or log', async () => {
      const { id } = await hire();
      const idNumber = freshIdNumber();
      await amend(id, { id_number: idNumber, salary_type: 'global', global_salary: 7654.25, address: 'Hidden 7' });
      const [act] = await acts();
      expect(act).to.include({ action: 'employee.amend', kind: 'system' });
      expect(JSON.parse(act?.detail ?? '')).to.deep.equal({
        employee_id: id,
        fields: ['address', 'salaryType', 'hourlyRate', 'globalSalary', 'idNumber'],
      });
      const taken = await hire();
      await refusal(amend(taken.id, { id_number: idNumber, hourly_rate: 7654.25 }));
      const said = JSON.stringify([await acts(), log]);
      for (const value of [idNumber, '7654', 'Hidden 7']) expect(said).not.to.contain(value);
    });

    it('change nothing by equal values: no event, no audit, no newer row (D:W17, W18)', async () => {
      const idNumber = freshIdNumber();
      const { id, name, email } = await hire(HOURLY, { id_number: idNumber });
      const { take } = recordEvents(test.core);
      const rowOf = () =>
        test.core.extension.database
          .scope(test.company)
          .rows(rawSql('SELECT id_number, updated_at FROM "shaon_employee" WHERE company_id = $1 AND id = $2'), [id]);
      const before = [await rowOf(), (await acts()).length];
      test.clock.advance(60_000);
      for (const same of [
        {},
        { id_number: idNumber },
        { id_number: idNumber, salary_type: 'hourly', hourly_rate: '42.50', global_salary: null, name, email },
        { hourly_rate: 42.5, address: '' },
      ]) {
        await amend(id, same);
      }
      expect([await rowOf(), (await acts()).length]).to.deep.equal(before);
      expect(take()).to.deep.equal([]);
    });

    it('reach frozen people too (D:W19), and leave them frozen', async () => {
      const { id } = await hire();
      await test.core.employees.freeze(test.company, id);
      expect(await amend(id, { hourly_rate: 12, name: 'Frozen' })).to.include({ status: 'frozen', name: 'Frozen' });
      expect(await file(id)).to.include({ hourly_rate: '12.0000' });
    });
  },
  { log: { info: keep, warn: keep, error: keep } },
);
