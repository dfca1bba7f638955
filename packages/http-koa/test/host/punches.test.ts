import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { runCommand } from '../../src/host/run-command.ts';
import { makeDataFolder, migrateAll, settingsFor, TEST_KEYS } from './running-shaon.ts';

onEachDatabase('shaon punches', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());
  let company = 0;
  let employee = 0;

  const open = () => createCore({ database: database.connection(), keys: TEST_KEYS, withoutEvents: true });
  const run = async (args: readonly string[], input = '') => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const environment = settingsFor(database.connection(), folder.path, {});
    const code = await runCommand(['punches', ...args], {
      environment,
      stdin: Readable.from([Buffer.from(input)]),
      stdout,
      stderr,
    });
    stdout.end();
    stderr.end();
    return { code, stdout: await text(stdout), stderr: await text(stderr) };
  };

  before(async () => {
    const core = await open();
    company = (await core.companies.create({ name: 'Bakery' })).id;
    employee = (await core.employees.create(systemActor(company), newEmployee())).id;
    await core.externalIds.set(systemActor(company), 'employee', employee, 'card-7');
    await core.close();
  });

  it('records a file, says which lines it refused, and knows the file when it comes again', async () => {
    const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const file = join(folder.path, 'gate.csv');
    writeFileSync(
      file,
      [
        'device,number,employee_external_id,employee_id,at,kind',
        `Gate,1,card-7,,${today} 08:00:00,`,
        `Gate,2,,${employee},${today}T17:00,out`,
        `Gate,3,card-8,,${today} 17:00:00,`,
        `Gate,x,card-7,,${today} 18:00:00,`,
      ].join('\r\n'),
    );
    const first = await run([file, '--company', String(company)]);
    expect(first.stdout.split('\n')).to.deep.equal([
      'gate.csv, line 4, Gate 3: unknown_employee: The company has no employee with this id or external id.',
      'gate.csv, line 5, Gate: invalid_input: The number field must be an integer.',
      'Bakery: 2 recorded, 0 known, 2 refused.',
      '',
    ]);
    expect(first.code).to.equal(1);
    const again = await run(
      ['-', '--company', String(company), '--format', 'jsonl'],
      [
        `{"device":"Gate","number":1,"employee_external_id":"card-7","at":"${today}T08:00:00"}`,
        '',
        `{"device":"Gate","number":2,"employee_id":${employee},"at":"${today} 17:00:00","kind":"out"}`,
      ].join('\n'),
    );
    expect(again).to.include({ code: 0, stdout: 'Bakery: 0 recorded, 2 known, 0 refused.\n' });
  });

  it('refuses what it cannot read, and a company that is not there', async () => {
    const noColumn = await run(['-', '--company', String(company)], 'device,at\nGate,2026-06-01 08:00');
    expect(noColumn).to.include({ code: 1 });
    expect(noColumn.stderr).to.include('standard input, line 1: the column number is missing');
    expect((await run([join(folder.path, 'none.csv'), '--company', String(company)])).code).to.equal(1);
    expect((await run(['-', '--company', '99999'], 'device,number,at\n')).code).to.equal(1);
    expect((await run(['-', '--company', 'x'])).stderr).to.include('A company id is a positive whole number');
  });
});
