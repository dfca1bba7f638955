import { type ImportKind, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';
import { fileOf, person, refusedReport, type Values } from './support.ts';

const day = (overrides: Values): Values => ({
  external_id: 'bad',
  employee_external_id: 'e1',
  date: '2026-06-01',
  check_in: '08:00',
  check_out: '16:00',
  ...overrides,
});
const leave = (overrides: Values): Values => ({
  external_id: 'bad',
  employee_external_id: 'e1',
  date: '2026-06-01',
  type: 'חופש',
  ...overrides,
});

/** What is wrong, the row, and the field that the refusal names. */
const BAD_ROWS: readonly [title: string, kind: ImportKind, row: () => Values, field: string][] = [
  ['no external id', 'departments', () => ({ name: 'X' }), 'external_id'],
  ['no name', 'departments', () => ({ external_id: 'bad', name: ' ' }), 'name'],
  ['a bidi override in a name', 'branches', () => ({ external_id: 'bad', name: 'a\u202Eb' }), 'name'],
  [
    'a time of day',
    'shifts',
    () => ({ external_id: 'bad', name: 'X', start_time: '24:00', wage_percentage: '100' }),
    'start_time',
  ],
  [
    'a fraction of a percentage',
    'shifts',
    () => ({ external_id: 'bad', name: 'X', wage_percentage: '1.5' }),
    'wage_percentage',
  ],
  ['an ID number with a wrong check digit', 'employees', () => person('bad', { id_number: '123456789' }), 'id_number'],
  ['an e-mail address', 'employees', () => person('bad', { email: 'a@b' }), 'email'],
  ['a short phone', 'employees', () => person('bad', { phone: '12345' }), 'phone'],
  ['an hourly salary without its rate', 'employees', () => person('bad', { hourly_rate: '' }), 'hourly_rate'],
  [
    'a department that was not imported',
    'employees',
    () => person('bad', { department_external_id: 'no' }),
    'department_external_id',
  ],
  ['a role that an import cannot give', 'employees', () => person('bad', { role: 'admin' }), 'role'],
  ['an e-mail address in use elsewhere', 'employees', () => person('bad', { email: 'TAKEN@example.test' }), 'email'],
  ['an unknown employee', 'leave', () => leave({ employee_external_id: 'no' }), 'employee_external_id'],
  ['a date that is none', 'leave', () => leave({ date: '2026-02-30' }), 'date'],
  ['a leave status', 'leave', () => leave({ status: 'cancelled' }), 'status'],
  ['a time of creation', 'leave', () => leave({ created_at: 'yesterday' }), 'created_at'],
  ['a day of nothing', 'attendance', () => day({ check_in: '', check_out: '' }), 'check_in'],
  ['a time that is none', 'attendance', () => day({ check_in: '24:00' }), 'check_in'],
  ['an out before the in', 'attendance', () => day({ check_out: '2026-06-01T07:00' }), 'check_out'],
  ['an in of another date', 'attendance', () => day({ check_in: '2026-05-31T08:00', check_out: '' }), 'check_in'],
  [
    'a day of two days',
    'attendance',
    () => day({ check_in: '2026-06-01T08:00', check_out: '2026-06-03T09:00' }),
    'check_out',
  ],
  ['a punch in the future', 'attendance', () => day({ date: '2026-06-03' }), 'check_in'],
  ['an unknown status', 'attendance', () => day({ status: 'locked' }), 'status'],
  ['an open day with its check-out', 'attendance', () => day({ status: 'open' }), 'status'],
  [
    'an approval against the status',
    'attendance',
    () => day({ status: 'pending', is_approved: 'true' }),
    'is_approved',
  ],
  [
    'an in that the clocks skipped',
    'attendance',
    () => day({ date: '2026-03-27', check_in: '02:30', check_out: '08:00' }),
    'check_in',
  ],
  [
    'a break that the clocks skipped',
    'attendance',
    () => day({ date: '2026-03-26', check_in: '22:00', check_out: '06:00', breaks: '02:00/02:30' }),
    'breaks',
  ],
  ['half a place', 'attendance', () => day({ check_in_lat: '32.1' }), 'check_in_lng'],
  ['a place off the globe', 'attendance', () => day({ check_in_lat: '132.1', check_in_lng: '34.7' }), 'check_in_lat'],
  ['a break outside of the day', 'attendance', () => day({ breaks: '17:00/17:30' }), 'breaks'],
  ['breaks that cannot be read', 'attendance', () => day({ breaks: 'lunch' }), 'breaks'],
  [
    'a day that runs into the next one',
    'attendance',
    () => day({ date: '2026-05-19', check_in: '20:00', check_out: '2026-05-20T09:00' }),
    'check_out',
  ],
  [
    'a day that begins before the last one has ended',
    'attendance',
    () => day({ date: '2026-05-21', check_in: '00:30', check_out: '04:00' }),
    'check_in',
  ],
  ['a second record of a day', 'attendance', () => day({ date: '2026-05-20' }), 'date'],
];

withCore('import: refused rows', (test) => {
  const e1 = person('e1');
  const existing = day({ external_id: 'a1', date: '2026-05-20', check_out: '2026-05-21T01:00' });
  let companyId: number;

  before(async () => {
    await test.core.employees.create(test.foreign, newEmployee({ email: 'taken@example.test' }));
    const report = await test.core.imports.run({
      company: { create: { name: 'Strict' } },
      files: [fileOf('employees', [e1]), fileOf('attendance', [existing])],
    });
    companyId = report.companyId;
  });

  for (const [title, kind, row, field] of BAD_ROWS) {
    it(`names ${title}`, async () => {
      const bad = row();
      const report = await refusedReport(
        test.core.imports.run({ company: { id: companyId }, files: [fileOf(kind, [bad])] }),
      );
      expect(report.counts[kind]?.refused).to.equal(1);
      expect(report.refusals.map(({ file, line, field: named }) => [file, line, named])).to.deep.include([
        `${kind}.csv`,
        2,
        field,
      ]);
      const told = JSON.stringify(report.refusals);
      for (const secret of ['id_number', 'hourly_rate']) {
        const value = String(bad[secret] ?? '');
        if (value !== '') expect(told).not.to.contain(value);
      }
    });
  }

  it('says why a time is refused', async () => {
    const texts: [Values, string][] = [
      [
        { check_in: '24:00' },
        'The check in field must be a time as HH:MM, from 00:00 to 23:59, or an ISO 8601 date-time.',
      ],
      [{ breaks: '12:00-12:30' }, 'The breaks field must be times as HH:MM/HH:MM, divided by semicolons.'],
      [{ breaks: '17:00/17:30' }, 'The breaks field must be in order, between check in and check out.'],
      [{ date: '2026-06-03' }, 'The check in field must not be a time in the future.'],
      [{ check_in: '2026-05-31T08:00' }, 'The check in field must be a time on the date of its row.'],
      [{ check_in: '', check_out: '2026-06-02T08:00' }, 'The check out field must be a time on the date of its row.'],
      [{ check_out: '2026-06-03T09:00' }, 'The check out field is too long after check in to belong to the same day.'],
      [
        { date: '2026-05-21', check_in: '00:30', check_out: '04:00' },
        "The check in field overlaps this employee's record of 2026-05-20.",
      ],
      [{ status: 'open' }, 'The status field contradicts check out.'],
      [{ is_approved: 'true' }, 'The is approved field contradicts status.'],
    ];
    for (const [changes, text] of texts) {
      const report = await refusedReport(
        test.core.imports.run({ company: { id: companyId }, files: [fileOf('attendance', [day(changes)])] }),
      );
      expect(report.refusals.map(({ message }) => message)).to.include(text);
    }
  });

  it('refuses a key that stands twice with different content, also in another chunk', async () => {
    const rows = [
      { external_id: 'twice', name: 'A' },
      { external_id: 'other', name: 'B' },
      { external_id: 'twice', name: 'C' },
    ];
    for (const chunk of [1, 10]) {
      const report = await refusedReport(
        test.core.imports.run({ company: { id: companyId }, files: [fileOf('departments', rows, chunk)] }),
      );
      expect(report.refusals.map(({ line, field }) => [line, field])).to.deep.equal([[4, 'external_id']]);
    }
  });

  it('refuses to take away the last admin, and not the one before (D:A1)', async () => {
    const { accounts, externalIds, imports } = test.core;
    const people = [person('admin-1'), person('admin-2'), person('nobody')];
    const { companyId: id } = await imports.run({
      company: { create: { name: 'Two admins' } },
      files: [fileOf('employees', people)],
    });
    for (const key of ['admin-1', 'admin-2']) {
      const employee_id = (await externalIds.find(systemActor(id), 'employee', key)) as number;
      await accounts.setRole(systemActor(id), { employee_id, role: 'admin' });
    }
    const [first, second, third] = people;
    const rows = [
      { ...first, status: 'frozen' },
      { ...second, role: 'manager' },
      { ...third, name: 'Renamed' },
    ];
    const run = (partial: boolean) => imports.run({ company: { id }, partial, files: [fileOf('employees', rows)] });
    const refusals = [
      {
        file: 'employees.csv',
        line: 3,
        field: 'role',
        message: 'The role cannot be changed: this is the last active admin.',
      },
    ];
    expect((await refusedReport(run(false))).refusals).to.deep.equal(refusals);
    const report = await run(true);
    expect(report.refusals).to.deep.equal(refusals);
    expect(report.counts.employees).to.deep.include({ updated: 2, refused: 1 });
  });

  it('refuses two people of one ID number or address in one file, whatever marks are around them', async () => {
    const first = person('p1');
    const second = person('p2', {
      id_number: `\u200F${first.id_number}`,
      email: `${String(first.email).toUpperCase()}\u200E`,
    });
    const marked = { id_number: `\u202A${e1.id_number}\u202C`, email: `\u200E${e1.email}` };
    const taken = await refusedReport(
      test.core.imports.run({ company: { id: companyId }, files: [fileOf('employees', [person('p3', marked)])] }),
    );
    expect(taken.refusals.map(({ field }) => field)).to.have.members(['id_number', 'email']);
    const report = await refusedReport(
      test.core.imports.run({ company: { id: companyId }, files: [fileOf('employees', [first, second])] }),
    );
    expect(report.refusals.map(({ line, field }) => [line, field])).to.have.deep.members([
      [3, 'id_number'],
      [3, 'email'],
    ]);
  });
});
