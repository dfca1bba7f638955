import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrateCore } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';

const PROGRAM = fileURLToPath(new URL('./faulty-product.ts', import.meta.url));

onEachDatabase('the log of a product', { migrate: migrateCore }, (database) => {
  async function run(...args: string[]) {
    const program = ['--import', 'tsx', PROGRAM, JSON.stringify(database.connection()), ...args];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, program);
    expect(JSON.parse(stdout)).to.deep.equal([500, 500, 500]);
    return stderr;
  }

  it('is the standard error stream where it gives none, with the message of a fault in the product’s own ports', async () => {
    const stderr = await run();
    const lines = stderr
      .trim()
      .split('\n')
      // A busy machine holds up a reading too.
      .filter((line) => !line.includes('A reading held up everything else'))
      .map((line): unknown =>
        JSON.parse(line, (name, value: unknown) => (['time', 'at', 'requestId'].includes(name) ? undefined : value)),
      );
    expect(lines).to.deep.equal([
      {
        level: 'error',
        name: 'shaon',
        error: 'Error',
        port: 'employees.read',
        message: 'relation "hr_person" does not exist at postgres://…@db/hr (Bearer … …@…, …)',
        msg: 'A call failed',
      },
      {
        level: 'error',
        name: 'shaon',
        error: 'TypeError',
        port: 'attendance.list',
        message: 'instant.getTime is not a function',
        msg: 'A call failed',
      },
      {
        level: 'error',
        name: 'shaon',
        error: 'Error',
        port: 'the event sink crm',
        message: 'the queue of the CRM is full',
        msg: 'A call failed',
      },
    ]);
    for (const secret of ['sesame', 'shn_', 'dana@', '123456782']) expect(stderr).not.to.contain(secret);
  });

  it('says nothing where silence was asked for', async () => {
    expect(await run('silent')).to.equal('');
  });

  it('changes no answer where it fails', async () => {
    expect(await run('throwing')).to.equal('');
  });
});
