import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { createCore, generateKey, migrateCore } from '@shaon/core';
import { CORE, PeopleService } from './people.service';

jest.setTimeout(60_000);

it('counts people', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nest-'));
  const database = { type: 'sqlite', path: join(folder, 'a.sqlite') } as const;
  await migrateCore(database);
  const core = await createCore({ database, keys: generateKey(), welcomeMessages: false });
  const module = await Test.createTestingModule({
    providers: [PeopleService, { provide: CORE, useValue: core }],
  }).compile();
  const { id } = await core.companies.create({ name: 'Bakery' });
  expect(await module.get(PeopleService).count(id)).toBe(0);
  await core.close();
  rmSync(folder, { recursive: true });
});
