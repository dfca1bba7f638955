import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Core, createCore, generateKey, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { createTestDatabase, type Listening, listen, TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';

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
    expect([...bytes.subarray(0, 3)]).deep.equal([0xef, 0xbb, 0xbf]);
    expect(bytes.toString()).to.include('\r\n');
    expect(parse(bytes, { bom: true, columns: true })).deep.equal([
      {
        'מספר עובד': '1',
        שם: 'דנה לוי',
        מחלקה: 'ייצור',
        'ימי עבודה': '2',
        'ימים חסרי החתמה': '1',
        'סך שעות': '17.5',
        'שעות 100%': '7',
        'שעות ערב 125%': '1.5',
        'שעות לילה 150%': '9',
        'ימי חופש': '2',
      },
      {
        'מספר עובד': '2',
        // A quote mark before it, so that Excel does not take it for a formula.
        שם: `'=HYPERLINK("https://evil.example")`,
        מחלקה: '',
        'ימי עבודה': '0',
        'ימים חסרי החתמה': '0',
        'סך שעות': '0',
        'שעות 100%': '0',
        'שעות ערב 125%': '0',
        'שעות לילה 150%': '0',
        'ימי חופש': '0',
      },
      {
        'מספר עובד': '',
        שם: 'סך הכול',
        מחלקה: '',
        'ימי עבודה': '2',
        'ימים חסרי החתמה': '1',
        'סך שעות': '17.5',
        'שעות 100%': '7',
        'שעות ערב 125%': '1.5',
        'שעות לילה 150%': '9',
        'ימי חופש': '2',
      },
    ]);
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
  // 09:00 to 17:30, then the night of nine hours, then a check-in that nothing follows.
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
