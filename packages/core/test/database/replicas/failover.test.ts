import { createCore, migrateCore, systemActor } from '@shaon/core';
import {
  embeddedPrograms,
  type ReplicatedPostgres,
  type StoppablePostgres,
  startReplicatedPostgres,
  startTcpProxy,
  testedDialects,
} from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_KEYS } from '../../support.ts';

describe('a failover (postgres)', function () {
  this.timeout(120_000);
  if (!testedDialects().includes('postgres')) return;
  let cluster: ReplicatedPostgres;
  let promoted: StoppablePostgres;

  before(async () => {
    cluster = await startReplicatedPostgres(embeddedPrograms());
    await migrateCore({ type: 'postgres', url: cluster.primary.url });
    promoted = await cluster.addStandby();
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
        const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
        await core.organization.createDepartment(company, { name: 'Ovens' });
        port = promoted.port;
        name.drop();
        const write = () => core.organization.createDepartment(company, { name: 'Counter' });
        expect(await refusal(write())).to.have.property('code', 'database_unavailable');
        expect(await refusal(core.organization.departments(company))).to.have.property('code', 'database_unavailable');
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
});
