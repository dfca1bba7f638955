import { createCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  settingsFor,
  TEST_KEYS,
} from './running-shaon.ts';

const HOSTS = 3;

/* What must be exact however many machines there are: one database, no other state. */
onEachDatabase('several hosts', { migrate: migrateAll, only: 'postgres' }, (database) => {
  const folder = makeDataFolder();
  let hosts: RunningShaon[] = [];

  before(async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    const settings = settingsFor(database.connection(), folder.path, { SHAON_LIMIT_STORE: 'postgres' });
    hosts = await Promise.all(Array.from({ length: HOSTS }, () => RunningShaon.serve(settings)));
  });
  after(async () => {
    await Promise.all(hosts.map((host) => host.end('SIGKILL')));
    folder.remove();
  });

  /** `count` calls by turns to the hosts, ten at once. */
  async function statuses(count: number, { token }: Bakery): Promise<number[]> {
    const seen: number[] = [];
    const call = async (index: number) => {
      const response = await hosts[index % HOSTS]!.get('/api/v1/departments', bearer(token));
      await response.arrayBuffer();
      seen.push(response.status);
    };
    for (let from = 0; from < count; from += 10) {
      await Promise.all(Array.from({ length: Math.min(10, count - from) }, (_, index) => call(from + index)));
    }
    return seen;
  }

  async function audited({ company }: Bakery): Promise<{ status: number; total: number }[]> {
    const { url } = database.connection() as { url: string };
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(
        `SELECT status, count(*)::int AS total FROM shaon_audit
          WHERE company_id = $1 AND kind = 'api' GROUP BY status ORDER BY status`,
        [company.companyId],
      );
      return rows;
    } finally {
      await client.end();
    }
  }

  it('let exactly 60 of 150 calls pass, and have a row of the audit for each', async function () {
    // On a busy machine the calls may last longer than the minute of the limit.
    this.retries(2);
    const bakery = await makeCompany(database.connection());
    const seen = await statuses(150, bakery);
    expect(seen.filter((status) => status === 200)).to.have.lengthOf(60);
    expect(seen.filter((status) => status === 429)).to.have.lengthOf(90);
    expect(await audited(bakery)).to.deep.equal([
      { status: 200, total: 60 },
      { status: 429, total: 90 },
    ]);
    for (const host of hosts) expect(host.lines.filter(({ status }) => status === 429)).not.to.deep.equal([]);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('refuse a token from its revocation on, in every process', async () => {
    const bakery = await makeCompany(database.connection());
    expect(new Set(await statuses(20, bakery))).to.deep.equal(new Set([200]));
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      const [token] = await core.tokens.list(systemActor(bakery.company.companyId));
      await core.tokens.revoke(systemActor(bakery.company.companyId), token!.id);
    } finally {
      await core.close();
    }
    expect(new Set(await statuses(40, bakery))).to.deep.equal(new Set([401]));
  }).timeout(SEVERAL_PROCESSES_MS);
});
