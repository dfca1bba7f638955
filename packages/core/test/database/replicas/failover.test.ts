import { createCore, migrateCore } from '@shaon/core';
import {
  embeddedPrograms,
  installedPrograms,
  type PostgresPrograms,
  type ReplicatedPostgres,
  type StoppablePostgres,
  skipWithout,
  startReplicatedPostgres,
  startTcpProxy,
  testedDialects,
} from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_KEYS } from '../../support.ts';
import { newCompany, openReplicated, readSince, until } from './replicated-core.ts';

/* The primary ends, a standby is promoted, and the other one goes on following the one or the other. */
describeFailover('a failover (postgres)', () => embeddedPrograms());
describeFailover('a failover of standbys that pg_basebackup made (postgres)', (context) =>
  installedPrograms(skipWithout(context, 'pg_basebackup')),
);

function describeFailover(title: string, programsFor: (context: Mocha.Context) => PostgresPrograms): void {
  describe(title, function () {
    this.timeout(120_000);
    if (!testedDialects().includes('postgres')) return;
    let cluster: ReplicatedPostgres;
    let promoted: StoppablePostgres;
    let left: StoppablePostgres;

    before(async function () {
      cluster = await startReplicatedPostgres(programsFor(this));
      await migrateCore({ type: 'postgres', url: cluster.primary.url });
      [promoted, left] = await Promise.all([cluster.addStandby(), cluster.addStandby()]);
    });
    after(() => cluster?.remove());

    it('keeps no connection to a standby, to which the name of the primary may lead for a while', async () => {
      let port = promoted.port;
      const name = await startTcpProxy(() => port);
      const url = Object.assign(new URL(cluster.primary.url), { port: String(name.port) }).href;
      const open = () => createCore({ database: { type: 'postgres', url }, keys: TEST_KEYS });
      try {
        expect(await refusal(open())).to.deep.include({
          code: 'database_unavailable',
          details: { driverCode: '25006' },
        });
        port = cluster.primary.port;
        const core = await open();
        try {
          const company = await newCompany(core);
          await core.organization.createDepartment(company, { name: 'Ovens' });
          port = promoted.port;
          name.drop();
          const write = () => core.organization.createDepartment(company, { name: 'Counter' });
          expect(await refusal(write())).to.have.property('code', 'database_unavailable');
          expect(await refusal(core.organization.departments(company))).to.have.property(
            'code',
            'database_unavailable',
          );
          port = cluster.primary.port;
          await write();
          expect(await core.organization.departments(company)).to.have.lengthOf(2);
        } finally {
          await core.close();
        }
      } finally {
        await name.close();
      }
    });

    it('keeps what was replicated, and reads on no standby that has not followed', async () => {
      const before = await openReplicated(cluster.primary, [promoted.url, left.url]);
      await until(before.core, 'up,up');
      const company = await newCompany(before.core);
      await before.core.organization.createDepartment(company, { name: 'Ovens' });
      // Each list waits until its replica has what was written.
      for (let count = 0; count < 4; count += 1) {
        expect(await before.core.organization.departments(company)).to.have.lengthOf(1);
      }
      expect(readSince(before.core).replica).to.be.greaterThan(0);
      await cluster.primary.stop();
      await promoted.query('SELECT pg_promote()');
      await before.core.close();

      const { core, passedOver } = await openReplicated(promoted, [left.url]);
      try {
        await core.organization.createDepartment(company, { name: 'Counter' });
        await until(core, 'away');
        expect(await core.organization.departments(company)).to.have.lengthOf(2);
        expect(passedOver().map(({ fields }) => fields.reason)).to.deep.equal(['other_timeline']);

        await left.follow(promoted);
        await until(core, 'up');
        const already = readSince(core);
        expect(await core.organization.departments(company)).to.have.lengthOf(2);
        expect(readSince(core, already)).to.deep.equal({ primary: 0, replica: 1 });
      } finally {
        await core.close();
      }
    });
  });
}
