import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import { giveBack, takeAway } from '../host/database-outage.ts';
import { newEmployee } from '../support.ts';
import { type ServedApi, withServerProcess } from './served-api.ts';

const WORKERS = 6;

interface Seen {
  readonly requestId: string;
  readonly status: number;
  readonly id: number | undefined;
}

withServerProcess('v1 and a database that is gone for a while', (api) => {
  it('answers 503 in its shape, loses no acknowledged call, and goes on without a restart', async function () {
    this.timeout(90_000);
    const seen: Seen[] = [];
    const traffic = { goesOn: true };
    const workers = Array.from({ length: WORKERS }, (_, index) => callOn(api, index, traffic, seen));
    const until = async (isEnough: (since: readonly Seen[]) => boolean) => {
      for (const start = seen.length; !isEnough(seen.slice(start)); ) await sleep(20);
    };
    const served = (since: readonly Seen[]) => since.filter(({ status }) => status < 300).length >= 2 * WORKERS;
    await until(served);
    const end = await begin(api);
    await until((since) => since.filter(({ status }) => status === 503).length >= 3);
    await end();
    await until(served);
    traffic.goesOn = false;
    await Promise.all(workers);

    const lost = api.server.lines
      .filter((line) => line.msg === 'audit_lost')
      .map((line) => (line.audit as { requestId: string }).requestId);
    const rows = await api.rows(`SELECT request_id, status FROM "shaon_audit" WHERE kind = 'api'`);

    for (const { requestId, status, id } of seen) {
      expect(status).to.be.oneOf([200, 201, 503]);
      const audited = rows.filter((row) => row.request_id === requestId).map((row) => Number(row.status));
      if (status < 300) expect(audited, requestId).to.deep.equal([status]);
      // A commit whose answer was cut off may have taken place: then its row says so.
      else expect(audited.length + Number(lost.includes(requestId)), requestId).to.be.within(1, 2);
      if (status === 201) expect((await api.call('GET', `/employees/${id}`)).status).to.equal(200);
    }
    const [{ halves } = {}] = await api.rows(
      `SELECT count(*) AS halves FROM "shaon_employee" e WHERE NOT EXISTS
      (SELECT 1 FROM "shaon_message" m WHERE m.company_id = e.company_id AND m.employee_id = e.id)`,
    );
    expect(Number(halves)).to.equal(0);
  });
});

/** Reads and writes in turn until told to stop. */
async function callOn(api: ServedApi, worker: number, traffic: { goesOn: boolean }, seen: Seen[]): Promise<void> {
  for (let count = 0; traffic.goesOn; count++) {
    const requestId = `outage-${worker}-${count}`;
    const options = { headers: { 'X-Request-Id': requestId } };
    const { status, headers, body } =
      count % 2 === 0
        ? await api.call('GET', '/employees?per_page=1', options)
        : await api.call('POST', '/employees', { ...options, body: newEmployee() });
    if (status === 503) {
      expect(body).to.deep.equal({ message: 'Service Unavailable' });
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
      expect(headers.get('x-request-id')).to.equal(requestId);
      expect(headers.get('retry-after')).to.equal(null);
      await sleep(50);
    }
    seen.push({ requestId, status, id: status === 201 ? body.data.id : undefined });
  }
}

/** PostgreSQL turns everybody away; of SQLite another program holds the file. Gives what ends it. */
async function begin(api: ServedApi): Promise<() => Promise<void>> {
  const connection = api.database.connection();
  if (connection.type === 'postgres') {
    await takeAway(connection.url);
    return () => giveBack(connection.url);
  }
  const other = new Sqlite(connection.path, { timeout: 10_000 });
  other.exec('BEGIN EXCLUSIVE');
  return async () => {
    other.exec('ROLLBACK');
    other.close();
  };
}
