import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Core,
  createCore,
  generateKey,
  migrateCore,
  type PersonHours,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { onEachDatabase, TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { payrollCsv } from '../src/payroll-csv.ts';

const run = promisify(execFile);
const main = new URL('../src/main.ts', import.meta.url).pathname;

onEachDatabase('examples/payroll-export', { migrate: migrateCore }, (database) => {
  let core: Core;
  let folder: string;
  let environment: Record<string, string>;

  before('a company with a month behind it', async () => {
    const clock = new TestClock('2026-11-02T08:00:00Z');
    const connection = database.connection();
    const keys = generateKey();
    core = await createCore({ database: connection, keys, clock });
    const { id } = await core.companies.create({ name: 'Bakery' });
    await fillMonth(core, systemActor(id));
    folder = await mkdtemp(join(tmpdir(), 'shaon-payroll-'));
    const url = connection.type === 'sqlite' ? `sqlite:${connection.path}` : connection.url;
    environment = { DATABASE_URL: url, SHAON_KEYS: keys, SHAON_COMPANY: String(id) };
  });
  after(async () => {
    await core?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('writes the month: nights, the night when clocks go back, breaks, missing punches, leave, totals', async () => {
    const file = join(folder, 'october.csv');
    const { stdout } = await start('2026-10', file);
    expect(stdout).equal(`${file}: 2 employees\n`);
    const bytes = await readFile(file);
    const [dana, other] = (await core.employees.list(company(), {}, { page: 1, per_page: 2 })).items;
    // The byte order mark makes Excel read UTF-8; a comma divides lists in Windows set to Hebrew.
    expect(bytes.toString('utf8')).equal(
      [
        '\ufeffמספר עובד,שם,מחלקה,ימי עבודה,ימים חסרי החתמה,ימי חופש,סך שעות,שעות 100%,ערב 125%,לילה 150%,מהן ממתינות לאישור,הפסקות',
        `${dana?.id},דנה לוי,ייצור,3,1,2,17:59,7:29,1:30,9:00,9:59,0:30`,
        // A quote mark before it, so that Excel does not take it for a formula.
        `${other?.id},"'=HYPERLINK(""https://evil.example"")",,0,0,0,0:00,0:00,0:00,0:00,0:00,0:00`,
        ',סך הכול,,3,1,2,17:59,7:29,1:30,9:00,9:59,0:30',
        '',
      ].join('\r\n'),
    );
  });

  for (const name of ['=1+1', '+972501234567', '-5', '@SUM(A1)', '\t=1', '\r=1'])
    it(`keeps ${JSON.stringify(name)} from being a formula`, () => {
      const [, row] = parse(csvOf(name), { bom: true });
      expect(row?.[1]).equal(`'${name}`);
    });

  it('quotes what holds a comma, a quote mark or a line end', () => {
    expect(csvOf('לוי, דנה "דני"\nחדשה')).to.include('\r\n1,"לוי, דנה ""דני""\nחדשה",,0,');
  });

  it('says how it is called, and which month is none', async () => {
    const error = await start().catch((reason: unknown) => reason);
    expect(error).to.include({ code: 2 });
    const refused = await start('October', join(folder, 'x.csv')).catch((reason: unknown) => reason);
    expect((refused as { stderr: string }).stderr).to.include('The month field must match the format Y-m.');
  });

  const company = () => systemActor(Number(environment.SHAON_COMPANY));
  const start = (...args: string[]) =>
    run(process.execPath, ['--import', 'tsx', main, ...args], { env: { ...process.env, ...environment } });
});

/** The month of one employee of this name, who did nothing. */
function csvOf(name: string): string {
  const none = { workedMinutes: 0, byPreset: [], breakMinutes: 0, workedDays: 0, absences: [] };
  const employee = { id: 1, name, status: 'active', department: null, branch: null } as const;
  const person: PersonHours = { employee, ...none, approved: none, pending: none, rejected: none, unmended: [] };
  return payrollCsv([person]);
}

async function fillMonth(core: Core, company: SystemActor): Promise<void> {
  const employee = { id_number: '123456782', email: 'dana@acme.example', phone: '050-123-4567' };
  const pay = { salary_type: 'hourly', hourly_rate: '52' } as const;
  const department = await core.organization.createDepartment(company, { name: 'ייצור' });
  const dana = await core.employees.create(company, {
    ...{ ...employee, ...pay, name: 'דנה לוי', department_id: department.id },
  });
  const formula = '=HYPERLINK("https://evil.example")';
  const other = { ...employee, id_number: '012345674', email: 'evil@acme.example' };
  await core.employees.create(company, { ...other, ...pay, name: formula });
  await core.shifts.create(company, { name: 'ערב', start_time: '16:00', end_time: '23:00', wage_percentage: 125 });
  await core.shifts.create(company, { name: 'לילה', start_time: '22:00', end_time: '06:00', wage_percentage: 150 });
  await core.shifts.create(company, { name: 'שעות נוספות', wage_percentage: 200 });
  const punch = async (kind: 'punchIn' | 'punchOut', at: string) => {
    await core.attendance[kind](company, dana.id, { at: new Date(at) });
  };
  // Less than an hour by a second, 09:00 to 17:30, then the night of nine hours, then a check-in that nothing follows.
  await punch('punchIn', '2026-10-04T09:00:40+03:00');
  await punch('punchOut', '2026-10-04T10:00:39+03:00');
  await punch('punchIn', '2026-10-05T09:00:00+03:00');
  await core.attendance.breakStart(company, dana.id, { at: new Date('2026-10-05T12:00:00+03:00') });
  await core.attendance.breakEnd(company, dana.id, { at: new Date('2026-10-05T12:30:00+03:00') });
  await punch('punchOut', '2026-10-05T17:30:00+03:00');
  const { items } = await core.attendance.list(company, { date_to: '2026-10-05' }, { page: 2, per_page: 1 });
  await core.attendance.approve(company, [items[0]?.id ?? 0]);
  await punch('punchIn', '2026-10-24T22:00:00+03:00');
  await punch('punchOut', '2026-10-25T06:00:00+02:00');
  await punch('punchIn', '2026-10-28T09:00:00+02:00');
  // Of another month.
  await punch('punchIn', '2026-11-01T09:00:00+02:00');
  await punch('punchOut', '2026-11-01T10:00:00+02:00');
  await core.absenceTypes.createDefaults(company);
  const dates = ['2026-10-12', '2026-10-13', '2026-10-14'];
  const requests = await core.leave.submit(company, { employee_id: dana.id, dates, type: 'חופש' });
  for (const request of requests.slice(0, 2)) await core.leave.approve(company, request.id);
}
