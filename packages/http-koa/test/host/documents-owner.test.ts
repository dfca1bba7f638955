import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isShaonError, silentLog } from '@shaon/core';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { openCore } from '../../src/host/open-core.ts';
import { type Fresh, freshDatabases } from './fresh-databases.ts';

describe('a folder of documents', () => {
  const { fresh, settings } = freshDatabases();
  const dataDir = () => settings(one).SHAON_DATA_DIR as string;
  let one: Fresh;
  let other: Fresh;

  before(async () => {
    one = await fresh('sqlite', true);
    other = await fresh('sqlite', true);
  });

  async function open(database: Fresh): Promise<void> {
    const { core } = await openCore(readConfig(settings(database)), silentLog as never);
    await core.close();
  }

  it('belongs to the first database that finds it, and no other one may prune it', async () => {
    // Nobody needs a folder without documents.
    await open(one);
    await open(other);
    expect(existsSync(join(dataDir(), 'documents'))).to.equal(false);
    mkdirSync(join(dataDir(), 'documents'));
    await open(one);
    const refused = await open(other).catch((error: unknown) => error);
    expect(isShaonError(refused, 'options_invalid')).to.equal(true);
    expect(String(refused)).to.include('has the documents of another database').and.include('SHAON_DATA_DIR');
    await open(one);
  });
});
