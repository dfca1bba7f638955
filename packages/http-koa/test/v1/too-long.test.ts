import { longReading } from '@shaon/core/extension';
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

const AUDITED = rawSql(`SELECT kind, route, status, detail FROM "shaon_audit" WHERE request_id = 'too-long-1'`);

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

    before(async () => {
      const { database } = test.core.extension;
      const list = async (actor: never) => {
        await database.read(actor, longReading('shifts.list')).rows(SLOW);
        return [];
      };
      const routes = createV1Routes({ ...test.core, shifts: { list } }, { baseUrl: BASE_URL, log });
      listening = await listen(new Koa().use(mount('/api/v1', routes)).callback());
    });
    after(() => listening?.close());

    it('is answered with 503 and audited, and the log names the place and no value', async () => {
      lines.length = 0;
      const headers = { Authorization: `Bearer ${test.token}`, 'X-Request-Id': 'too-long-1' };
      const slow = fetch(`${listening.url}/api/v1/shifts`, { headers });
      // What is quick is answered meanwhile.
      const quick = await test.call('GET', '/departments');
      expect(quick.status).to.equal(200);
      const response = await slow;
      expect(response.status).to.equal(503);
      const text = await response.text();
      expect(JSON.parse(text)).to.deep.equal({ message: 'Service Unavailable' });

      // Past the threads, which are busy.
      const [row] = await test.core.extension.database.readAllCompanies().rows(AUDITED);
      expect(row).to.deep.equal({ kind: 'api', route: '/shifts', status: 503, detail: '{"code":"took_too_long"}' });

      expect(lines).to.deep.include({ reading: 'shifts.list', message: 'A reading took too long and was given up' });
      expect(JSON.stringify(lines)).not.to.match(/RECURSIVE/);
    });
  },
  { core: { readSeconds: 0.3, log } },
);
