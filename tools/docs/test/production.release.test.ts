import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createCore, generateKey, systemActor } from '@shaon/core';
import { createTestDatabase, freePort, newEmployee, skipUnlessTested } from '@shaon/testing';
import { expect } from 'chai';
import { blocksOf } from './blocks.ts';

/** Inside this package, so that the program finds what it imports; dist is never committed. */
const FOLDER = fileURLToPath(new URL('../dist/production/', import.meta.url));

describe('the program of docs/production.md', function () {
  this.timeout(60_000);

  it('runs on PostgreSQL, answers probes and figures, keeps the outbox empty, and stops by SIGTERM', async function () {
    skipUnlessTested(this, 'postgres');
    const database = await createTestDatabase('postgres');
    const url = database.connection.type === 'postgres' ? database.connection.url : '';
    const keys = generateKey();
    const port = await freePort();
    mkdirSync(FOLDER, { recursive: true });
    const file = join(FOLDER, 'main.ts');
    writeFileSync(file, blocksOf('docs/production.md', 'ts').find(({ name }) => name === 'production')?.code ?? '');
    const program = spawn(process.execPath, ['--import', 'tsx', file], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, SHAON_KEYS: keys, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = text(program.stderr);
    try {
      await Promise.race([once(program.stdout, 'data'), ended(program)]);
      const ready = await fetch(`http://127.0.0.1:${port}/ready`);
      expect([ready.status, await ready.json()]).to.deep.equal([200, { database: 'ok', webhooksStalled: false }]);

      const core = await createCore({
        database: database.connection,
        keys,
        withoutEvents: true,
        welcomeMessages: false,
      });
      try {
        const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
        const { token } = await core.tokens.issue(company, { name: 'test', abilities: ['employees:write'] });
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/employees`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(newEmployee()),
        });
        expect(response.status).to.equal(201);
        const { items } = await core.employees.list(company, {}, { page: 1, per_page: 1 });
        expect((await core.messages.latest(company, [items[0]?.id as number])).size).to.equal(0);
      } finally {
        await core.close();
      }
      const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(figures)
        .to.match(/method="POST",route="\/employees",status="201"\} 1$/m)
        .and.match(/^process_cpu/m);

      program.kill('SIGTERM');
      expect(await ended(program)).to.equal(0);
      expect(await printed).to.equal('');
    } finally {
      program.kill('SIGKILL');
      rmSync(FOLDER, { recursive: true, force: true });
      await database.drop();
    }
  });
});

async function ended(program: ChildProcess): Promise<number | null> {
  if (program.exitCode === null) await once(program, 'exit');
  return program.exitCode;
}
