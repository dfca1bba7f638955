const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
/* A CommonJS test loads ES modules by `import()`. */

test('core runs on SQLite', async () => {
  const { createCore, generateKey, migrateCore, systemActor } = await import('@shaon/core');
  const folder = mkdtempSync(join(tmpdir(), 'shaon-runner-'));
  const database = { type: 'sqlite', path: join(folder, 'shaon.sqlite') };
  await migrateCore(database);
  const core = await createCore({ database, keys: generateKey() });
  const { id } = await core.companies.create({ name: 'Bakery' });
  expect((await core.companies.get(systemActor(id))).name).toBe('Bakery');
  await core.close();
  rmSync(folder, { recursive: true });
});
