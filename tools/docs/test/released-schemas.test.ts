import { createCore, migrateCore, systemActor } from '@shaon/core';
import { type Connection, createTestDatabase, testedDialects } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { definitionsOf, loadRelease, RELEASE_KEYS, RELEASES } from './released-database.ts';

describe('a database of a released version', function () {
  this.timeout(60_000);

  for (const release of RELEASES) {
    for (const dialect of testedDialects()) {
      it(`is brought up with what is in it: ${release}, ${dialect}`, async () => {
        const database = await createTestDatabase(dialect);
        const fresh = await createTestDatabase(dialect);
        try {
          const token = await loadRelease(release, database.connection);
          await migrateCore(database.connection);
          await migrateWebhooks(database.connection);
          await expectItsData(database.connection, token);
          await migrateCore(fresh.connection);
          await migrateWebhooks(fresh.connection);
          const made = await definitionsOf(fresh.connection);
          expect(await definitionsOf(database.connection), 'as in a new database').to.deep.equal(made);
        } finally {
          await database.drop();
          await fresh.drop();
        }
      });
    }
  }
});

async function expectItsData(connection: Connection, token: string): Promise<void> {
  const core = await createCore({ database: connection, keys: RELEASE_KEYS, withoutEvents: true });
  try {
    const company = systemActor(1);
    const page = { page: 1, per_page: 50 };
    expect((await core.attendance.list(company, {}, page)).total).to.equal(3);
    expect((await core.attendance.list(company, { date_from: '2026-02-01' }, page)).total).to.equal(2);
    expect((await core.employees.list(company, {}, page)).total).to.equal(2);
    expect(await core.tokens.authenticate(token)).to.include({ outcome: 'accepted' });
  } finally {
    await core.close();
  }
}
