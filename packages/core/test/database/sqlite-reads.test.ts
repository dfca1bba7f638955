import { createCore } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import { refusal, TEST_KEYS, withCore } from '../support.ts';

/** On SQLite they use the writer's connection while no transaction is open on it. */
withCore('quick reads', (test) => {
  const names = async () => (await test.core.organization.departments(test.company)).map(({ name }) => name);
  const create = (name: string) => test.core.organization.createDepartment(test.company, { name });
  const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

  /** Somebody else's connection to the same file; it commits at once. */
  let stranger: Sqlite.Database | undefined;
  const createElsewhere = (name: string) =>
    stranger
      ?.prepare(
        'INSERT INTO "shaon_department" (company_id, name, created_at, updated_at) SELECT id, ?, 0, 0 FROM "shaon_company" WHERE id = ?',
      )
      .run(name, test.company.companyId);
  before(() => {
    const connection = test.database.connection();
    if (connection.type === 'sqlite') stranger = new Sqlite(connection.path);
  });
  after(() => stranger?.close());

  it('see what another process has committed', async () => {
    if (stranger === undefined) return;
    await names();
    createElsewhere('of another process');
    expect(await names()).to.include('of another process');
  });

  it('see what was committed in their own turn', async () => {
    const before = await names();
    const after = await create('of this process').then(names);
    expect(after).to.have.members([...before, 'of this process']);
    const writes = ['one', 'two', 'three'].map((name) => create(name).then(names));
    for (const [index, seen] of (await Promise.all(writes)).entries()) {
      expect(seen).to.include(['one', 'two', 'three'][index]);
    }
  });

  it('do not stand in the way of a stranger who writes, nor of the next write', async () => {
    if (stranger === undefined) return;
    for (let round = 0; round < 20; round++) {
      const read = names();
      createElsewhere(`stranger ${round}`);
      await Promise.all([read, create(`own ${round}`), names()]);
    }
    const seen = await names();
    for (let round = 0; round < 20; round++) expect(seen).to.include.members([`own ${round}`, `stranger ${round}`]);
  });

  it('go on, as does all of the process, while a write waits for a stranger who holds the file', async () => {
    if (stranger === undefined) return;
    stranger.exec('BEGIN IMMEDIATE');
    let isWritten = false;
    const write = create('waited').then(() => {
      isWritten = true;
    });
    // Only this event loop ends the stranger's transaction: a wait that stopped it would end in a refusal.
    for (let turn = 0; turn < 20; turn++) await Promise.all([nextTurn(), names()]);
    expect(isWritten).to.equal(false);
    stranger.exec('COMMIT');
    await write;
    expect(await names()).to.include('waited');
  });

  it('end before a write that came first in the turn', async () => {
    const { database } = test.core.extension;
    const write = database.write(test.company, 'test', {}, (company) =>
      company.change(rawSql(`UPDATE "shaon_department" SET name = 'renamed' WHERE company_id = $1 AND name = 'one'`)),
    );
    const read = names();
    await Promise.all([write, read]);
    expect(await names()).to.include('renamed');
  });

  it('are over with a statement that fails', async () => {
    const { database } = test.core.extension;
    const broken = database.allCompanies().run(rawSql('SELECT no_such_column FROM "shaon_department"'));
    expect(await refusal(broken)).to.be.instanceOf(Error);
    await create('after a failure');
    expect(await names()).to.include('after a failure');
  });

  it('may be open when core is closed', async () => {
    const core = await createCore({ database: test.database.connection(), keys: TEST_KEYS });
    await core.organization.departments(test.company);
    await core.close();
    await nextTurn();
  });
});
