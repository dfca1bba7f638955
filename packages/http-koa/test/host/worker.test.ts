import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCore } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import {
  makeCompany,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  settingsFor,
  TEST_KEYS,
} from './running-shaon.ts';

onEachDatabase('messages of the outbox', { migrate: migrateAll }, (database) => {
  for (const [command, ready] of [
    ['worker', 'Shaon delivers'],
    ['serve', 'Shaon is ready'],
  ] as const) {
    it(`are sent by shaon ${command}, and by nobody before`, async () => {
      const folder = makeDataFolder();
      const spool = join(folder.path, 'sms.spool');
      await makeEmployee(`${command}@bakery.test`);
      const shaon = await RunningShaon.serve(settingsFor(database.connection(), folder.path), [command], ready);
      try {
        while (!existsSync(spool) || !readFileSync(spool, 'utf8').endsWith('\n')) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        const messages = readFileSync(spool, 'utf8').trim().split('\n');
        expect(messages).to.have.lengthOf(1);
        expect(JSON.parse(messages[0] as string)).to.include({ to: '+972501234567' });
        expect((await shaon.end()).code).to.equal(0);
        expect(JSON.stringify(shaon.lines)).to.not.include('972501234567');
      } finally {
        await shaon.end('SIGKILL');
        folder.remove();
      }
    }).timeout(SEVERAL_PROCESSES_MS);
  }

  async function makeEmployee(email: string): Promise<void> {
    const { company } = await makeCompany(database.connection());
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, withoutEvents: true });
    const id_number = email.startsWith('worker') ? '123456782' : '012345674';
    try {
      await core.employees.create(company, {
        name: 'Noa',
        id_number,
        email,
        phone: '050-1234567',
        salary_type: 'hourly',
        hourly_rate: '42.5',
      });
    } finally {
      await core.close();
    }
  }
});
