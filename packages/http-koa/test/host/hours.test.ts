import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { runCommand } from '../../src/host/run-command.ts';
import { makeDataFolder, migrateAll, settingsFor, TEST_KEYS } from './running-shaon.ts';

onEachDatabase('shaon hours', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());
  let company = 0;

  const run = async (args: readonly string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const environment = settingsFor(database.connection(), folder.path, {});
    const given = ['hours', ...args, '--company', String(company), '--month', '2026-05'];
    const code = await runCommand(given, { environment, stdout, stderr });
    stdout.end();
    stderr.end();
    return { code, stdout: await text(stdout), stderr: await text(stderr) };
  };

  before(async () => {
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, withoutEvents: true });
    company = (await core.companies.create({ name: 'Bakery', locale: 'en' })).id;
    const actor = systemActor(company);
    const { id } = await core.employees.create(actor, newEmployee({ name: 'Dana' }));
    const record = await core.attendance.correct(actor, id, '2026-05-04', {
      punches: [
        { kind: 'in', at: new Date('2026-05-04T08:00:00+03:00') },
        { kind: 'out', at: new Date('2026-05-04T16:20:00+03:00') },
      ],
      note: 'as told',
    });
    await core.attendance.approve(actor, [record.id]);
    await core.close();
  });

  it('writes a month to the standard output, or to a file whose ending says its form', async () => {
    const csv = await run(['-', '--hours', 'hundredths']);
    expect(csv.stdout).to.equal(
      'External ID,Name,Department,Days worked,Hours,Outside presets 100%\r\n,Dana,,1,8.33,8.33\r\n,Total,,1,8.33,8.33\r\n',
    );
    const file = join(folder.path, 'may.xlsx');
    const xlsx = await run([file, '--rows', 'preset', '--salary', 'hourly_rate']);
    expect(xlsx.stdout).to.equal(`The hours of 2026-05 are in ${file}.\n`);
    expect(readFileSync(file).subarray(0, 2).toString()).to.equal('PK');
    const again = await run([file]);
    expect(again).to.include({ code: 1, stdout: '' });
    expect(again.stderr).to.include('it is there already');
  });

  it('leaves no file behind of what it refuses', async () => {
    const file = join(folder.path, 'refused.csv');
    const refused = await run([file, '--department', '99999']);
    expect(refused).to.include({ code: 1, stderr: 'The selected department id is invalid.\n' });
    expect(existsSync(file)).to.equal(false);
    expect((await run(['-', '--salary', 'id_number'])).stderr).to.include('--salary names some of');
  });
});
