import { longReading, type Reading } from '@shaon/core/storage';
import { createV1Routes } from '@shaon/http-koa';
import { type Listening, listen, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import { BASE_URL, withApi } from '../support.ts';

/** It takes more than a second. */
const SLOW = rawSql(
  'WITH RECURSIVE c(n) AS (SELECT CAST($1 AS INTEGER) UNION ALL SELECT n + 1 FROM c WHERE n < 10000000) SELECT count(*) AS rows FROM c',
);

const WAITS = rawSql('SELECT pg_sleep(600) WHERE $1::integer > 0');
/** As its own `statement_timeout` does. */
const STOP = rawSql(
  `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep(600)%'`,
);

const AUDITED = rawSql('SELECT kind, route, status, detail FROM "shaon_audit" WHERE request_id = $1');

interface LogLine {
  readonly [name: string]: unknown;
}

const lines: LogLine[] = [];
const note = (fields: Record<string, unknown>, message: string) => void lines.push({ ...fields, message });
const log = { info: note, warn: note, error: note };

withApi(
  'v1, reading too long',
  (test) => {
    let listening: Listening;
    /** What `GET /shifts` reads. */
    let read: (actor: never) => Promise<unknown>;

    before(async () => {
      const list = async (actor: never) => {
        await read(actor);
        return [];
      };
      const routes = createV1Routes({ ...test.core, shifts: { list } }, { baseUrl: BASE_URL, log });
      listening = await listen(new Koa().use(mount('/api/v1', routes)).callback());
    });
    beforeEach(() => {
      lines.length = 0;
    });
    after(() => listening?.close());

    const ask = (requestId: string) =>
      fetch(`${listening.url}/api/v1/shifts`, {
        headers: { Authorization: `Bearer ${test.token}`, 'X-Request-Id': requestId },
      });

    async function expectGivenUp(response: Response, requestId: string, reading: string): Promise<void> {
      expect(response.status).to.equal(503);
      expect(await response.json()).to.deep.equal({ message: 'Service Unavailable' });
      // Past the threads, which are busy.
      const [row] = await test.core.extension.database.allCompanies().run(AUDITED, [requestId]);
      expect(row).to.deep.equal({ kind: 'api', route: '/shifts', status: 503, detail: '{"code":"took_too_long"}' });
      expect(lines).to.deep.include({ reading, message: 'A reading took too long and was given up' });
    }

    it('is answered with 503 and audited, and the log names the place and no value', async () => {
      read = (actor) => test.core.extension.database.scope(actor, longReading('shifts.list')).rows(SLOW);
      const slow = ask('too-long-1');
      // What is quick is answered meanwhile.
      const quick = await test.call('GET', '/departments');
      expect(quick.status).to.equal(200);
      await expectGivenUp(await slow, 'too-long-1', 'shifts.list');
      expect(JSON.stringify(lines)).not.to.match(/RECURSIVE/);
    });

    // On SQLite these run on the event loop, where nothing can stop them.
    const quickReadings: readonly [string, string, Reading | undefined][] = [
      ['a list', 'shifts.list', { kind: 'list', name: 'shifts.list' }],
      ['a single read', 'a single read', undefined],
    ];
    for (const [title, name, reading] of quickReadings) {
      it(`is answered so when PostgreSQL stops ${title}`, async () => {
        const { database } = test.core.extension;
        if (database.dialect === 'sqlite') return;
        read = (actor) => database.scope(actor, reading).rows(WAITS);
        let isAnswered = false;
        const requestId = title.replaceAll(' ', '-');
        const stopped = ask(requestId).finally(() => {
          isAnswered = true;
        });
        while (!isAnswered) await database.autocommit('test.stop').run(STOP);
        await expectGivenUp(await stopped, requestId, name);
      });
    }
  },
  { core: { readSeconds: 0.3, log } },
);
