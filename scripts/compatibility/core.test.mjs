import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCore, generateKey, migrateCore, systemActor } from '@shaon/core';

/* For jest and vitest, whose `test` and `expect` are global. */

test('core runs on SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shaon-runner-'));
  const database = { type: 'sqlite', path: join(folder, 'shaon.sqlite') };
  await migrateCore(database);
  const core = await createCore({ database, keys: generateKey() });
  const { id } = await core.companies.create({ name: 'Bakery' });
  expect((await core.companies.get(systemActor(id))).name).toBe('Bakery');
  await core.close();
  rmSync(folder, { recursive: true });
});
