import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, createCore, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { rawSql, type SmallVolume, smallVolume, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, TEST_KEYS } from '../support.ts';

const VOLUME_MB = 3;
const describeOnSqlite = testedDialects().includes('sqlite') ? describe : describe.skip;

interface Outcomes {
  readonly written: number;
  readonly refusals: ReadonlySet<string>;
}

describeOnSqlite(`a database on a disk of ${VOLUME_MB} MB (sqlite)`, () => {
  let volume: SmallVolume | null = null;
  let path: string;
  let core: Core;
  let company: SystemActor;

  beforeEach(async function () {
    volume = smallVolume(VOLUME_MB);
    // Only root may mount a small volume, and not in every container.
    if (volume === null) return this.skip();
    path = join(volume.path, 'shaon.sqlite');
    await migrateCore({ type: 'sqlite', path });
    core = await createCore({ database: { type: 'sqlite', path }, keys: TEST_KEYS });
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
  });
  afterEach(async () => {
    await core?.close();
    volume?.close();
  });

  const codeOf = (error: unknown): string => {
    const { code, details } = error as { code?: string; details?: { driverCode?: string } };
    return `${code} ${details?.driverCode}`;
  };

  /** Calls one after the other, so that each is alone in its transaction. */
  async function writeAlone(calls: number, write: () => Promise<unknown>): Promise<Outcomes> {
    const refusals = new Set<string>();
    let written = 0;
    for (let call = 0; call < calls; call += 1) {
      try {
        await write();
        written += 1;
      } catch (error) {
        refusals.add(codeOf(error));
      }
    }
    return { written, refusals };
  }

  const hire = () => core.employees.create(company, newEmployee());
  const audit = () => core.audit.commit({ kind: 'api', path: `/${'x'.repeat(500)}` });

  it('refuses what it cannot store, says that the disk is full, and takes it when there is room', async () => {
    volume?.fill();
    const refused = await writeAlone(50, hire);
    expect(refused.written).to.equal(0);
    expect([...refused.refusals]).to.deep.equal(['database_unavailable SQLITE_FULL']);
    expect(statSync(`${path}-wal`).size, 'the space of the write-ahead log').to.equal(0);
    volume?.makeRoom();
    expect((await writeAlone(10, hire)).written).to.equal(10);
  }).timeout(60_000);

  it('says so too when a statement meets the end of the disk before the commit does', async () => {
    const limit = (pages: number) =>
      core.extension.database.writeAllCompanies('test', {}, (all) =>
        all.run(rawSql(`PRAGMA max_page_count = ${pages}`)),
      );
    await limit(Math.ceil(statSync(path).size / 4_096) + 2);
    const hired = await writeAlone(100, hire);
    const audited = await writeAlone(100, audit);
    await limit(1_000_000);
    expect(hired.written + audited.written).to.be.lessThan(200);
    expect([...hired.refusals]).to.deep.equal(['database_unavailable SQLITE_FULL']);
    expect([...audited.refusals]).to.deep.equal(['audit_unavailable SQLITE_FULL']);
    expect((await writeAlone(10, hire)).written).to.equal(10);
  }).timeout(60_000);

  it('goes on for good after a little room was made, although the write-ahead log had taken all', async () => {
    let refusals = 0;
    while (refusals < 20) refusals += 1 - (await writeAlone(1, audit)).written;
    const full = { database: statSync(path).size, log: statSync(`${path}-wal`).size };
    volume?.grow(512);
    const { written } = await writeAlone(500, audit);
    // With a bounded log most of the disk is the database's, and the log needs no room of its own any more.
    expect(full.log, 'the log').to.be.lessThan(full.database);
    expect(written).to.equal(500);
  }).timeout(120_000);
});
