import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Shift } from '@shaon/client-sdk';
import { type Core, createCore, generateKey, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { createTestDatabase, type Listening, listen, TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import type { PayrollMonth } from '../src/month.ts';
import { payrollCsv } from '../src/payroll-csv.ts';
import { shares } from '../src/shares.ts';

const run = promisify(execFile);
const main = new URL('../src/main.ts', import.meta.url).pathname;

describe('examples/payroll-export', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let core: Core;
  let listening: Listening;
  let folder: string;
  let token: string;

  before('a company with a month behind it', async () => {
    database = await createTestDatabase('sqlite', { migrate: migrateCore });
    const clock = new TestClock('2026-11-02T08:00:00Z');
    core = await createCore({ database: database.connection, keys: generateKey(), clock });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await fillMonth(core, company);
    const abilities = ['attendance:read', 'employees:read', 'leave:read', 'shifts:read'] as const;
    ({ token } = await core.tokens.issue(company, { name: 'Payroll', abilities: [...abilities] }));
    let baseUrl = '';
    listening = await listen((request, response) => v1(request, response));
    baseUrl = `${listening.url}/api/v1`;
    const routes = v1RequestListener(core, { baseUrl });
    const v1: typeof routes = (request, response) => {
      request.url = request.url?.replace('/api/v1', '') ?? '';
      routes(request, response);
    };
    folder = await mkdtemp(join(tmpdir(), 'shaon-payroll-'));
  });
  after(async () => {
    await listening?.close();
    await core?.close();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('writes the month: nights, the night when clocks go back, missing punches, leave, totals', async () => {
    const file = join(folder, 'october.csv');
    const { stdout } = await start('2026-10', file);
    expect(stdout).equal(`${file}: 2 employees\n`);
    const bytes = await readFile(file);
    // The byte order mark makes Excel read UTF-8; a comma divides lists in Windows set to Hebrew.
    expect(bytes.toString('utf8')).equal(
      [
        '\ufeffמספר עובד,שם,מחלקה,ימי עבודה,ימים חסרי החתמה,סך שעות,שעות 100%,ערב 125%,לילה 150%,ימי חופש',
        '1,דנה לוי,ייצור,3,1,18.48,7.98,1.5,9,2',
        // A quote mark before it, so that Excel does not take it for a formula.
        `2,"'=HYPERLINK(""https://evil.example"")",,0,0,0,0,0,0,0`,
        ',סך הכול,,3,1,18.48,7.98,1.5,9,2',
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

  it('divides hours so that they add up to their total', () => {
    const shift = (id: number) => ({ id, name: `${id}`, start_time: null, end_time: null, wage_percentage: 100 + id });
    const presets = [shift(25), shift(50)];
    const byPreset = new Map<Shift | null, number>([null, ...presets].map((preset) => [preset, 20]));
    const [, row] = parse(csvOf('Dana', { workedMinutes: 60, byPreset }, presets), { bom: true });
    expect(row?.slice(5)).deep.equal(['1', '0.34', '0.33', '0.33']);
    expect(shares(7, [0, 1, 1, 1])).deep.equal([0, 3, 2, 2]);
    expect(shares(5, [0, 0])).deep.equal([0, 0]);
  });

  it('says how it is called', async () => {
    const error = await start('October', join(folder, 'x.csv')).catch((reason: unknown) => reason);
    expect(error).to.include({ code: 2 });
  });

  const start = (...args: string[]) =>
    run(process.execPath, ['--import', 'tsx', main, ...args], {
      env: { ...process.env, SHAON_URL: `${listening.url}/api/v1`, SHAON_TOKEN: token },
    });
});

/** The month of one employee of this name, who did nothing unless `sums` say so. */
function csvOf(
  name: string,
  more: Partial<PayrollMonth['lines'][number]> = {},
  presets: readonly Shift[] = [],
): string {
  const person = {
    id: 1,
    name,
    email: '',
    phone: null,
    role: 'employee',
    status: 'active',
    department: null,
    branch: null,
  };
  const sums = { workedDays: 0, incompleteDays: 0, workedMinutes: 0, byPreset: new Map(), leaveDays: new Map() };
  return payrollCsv({ presets: [...presets], lines: [{ employee: person, ...sums, ...more }] });
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
  await punch('punchOut', '2026-10-05T17:30:00+03:00');
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
