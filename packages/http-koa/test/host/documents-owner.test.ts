import { existsSync, readdirSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Core, systemActor } from '@shaon/core';
import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import type { HostLog } from '../../src/host/log.ts';
import { openCore } from '../../src/host/open-core.ts';
import { type Fresh, freshDatabases } from './fresh-databases.ts';

describe('a folder of documents', () => {
  const { fresh, settings } = freshDatabases();
  const warnings: string[] = [];
  let one: Fresh;
  let other: Fresh;

  before(async () => {
    one = await fresh('sqlite', true);
    other = await fresh('sqlite', true);
  });

  const folder = () => join(settings(one).SHAON_DATA_DIR as string, 'documents');

  async function within<T>(database: Fresh, work: (core: Core) => Promise<T>): Promise<T> {
    const warn = (_: object, text: string) => {
      // A reading is slow on a busy machine.
      if (!text.startsWith('A reading')) warnings.push(text);
    };
    const log = { debug() {}, info() {}, error() {}, warn };
    const { core } = await openCore(readConfig(settings(database)), log as unknown as HostLog);
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  }

  /** A request with a document, which is then old enough to be pruned; gives the number of its company. */
  async function attach(core: Core): Promise<void> {
    const actor = systemActor((await core.companies.create({ name: 'Papers' })).id);
    await core.absenceTypes.createDefaults(actor);
    const { id } = await core.employees.create(actor, newEmployee());
    const [request] = await core.leave.submit(actor, { employee_id: id, dates: ['2026-12-01'], type: 'חופש' });
    const content = Readable.from([Buffer.from('proof')]);
    await core.leave.attachDocument(actor, Number(request?.id), { name: 'a.txt', type: 'text/plain', content });
    const [document] = documents();
    const longAgo = new Date('2020-01-01');
    await utimes(join(folder(), document as string), longAgo, longAgo);
  }

  const documents = () =>
    readdirSync(folder(), { recursive: true, encoding: 'utf8' }).filter((name) => /^\d+\W./.test(name));

  it('belongs to the database of its first document, and the prune of another one leaves all that is there', async () => {
    await within(one, async (core) => {
      expect(existsSync(folder()), 'nobody needs a folder without documents').to.equal(false);
      await attach(core);
    });
    expect(await within(other, (core) => core.prune())).to.include({ documents: 0 });
    expect(documents()).to.have.lengthOf(1);
    expect(warnings).to.deep.equal([
      'Documents are not pruned: the folder belongs to another database (docs/moving.md)',
    ]);
    expect(await within(one, (core) => core.prune()), 'a request has it').to.include({ documents: 0 });
    expect(documents()).to.have.lengthOf(1);
    expect(warnings).to.have.lengthOf(1);
  });

  it('belongs to the next database that opens it if the file with its owner was never written to its end', async () => {
    const owner = join(folder(), 'installation');
    await writeFile(owner, '');
    const orphan = join(folder(), '1', 'a'.repeat(32));
    await writeFile(orphan, 'proof');
    const longAgo = new Date('2020-01-01');
    await utimes(orphan, longAgo, longAgo);
    const pruned = () => within(one, (core) => core.prune());
    expect(await pruned(), 'while another process may be writing it').to.include({ documents: 0 });
    await utimes(owner, longAgo, longAgo);
    expect(await pruned()).to.include({ documents: 1 });
    expect(await within(other, (core) => core.prune())).to.include({ documents: 0 });
    expect(warnings, 'it belongs to the first one again').to.have.lengthOf(3);
  });
});
