import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { speak } from '../speak.ts';
import { EVERY_MOUNT, newEmployee, withApi } from '../support.ts';

withApi(
  'pipelined calls',
  (api) => {
    const port = () => Number(new URL(api.url).port);
    const head = (method: string, path: string, headers = '') =>
      `${method} ${new URL(api.url).pathname}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n${headers}\r\n`;
    const rename = (id: number, name: string) => {
      const body = JSON.stringify({ name });
      return `${head('PATCH', `/employees/${id}`, `Content-Length: ${body.length}\r\n`)}${body}`;
    };
    const close = () => head('GET', '/shifts', 'Connection: close\r\n');

    it('are done in their order', async () => {
      const { id } = await api.core.employees.create(api.company, newEmployee());
      const names = Array.from({ length: 12 }, (_, index) => `Name ${index}`);
      const calls = names.map((name) => rename(id, name) + head('GET', `/employees/${id}`));
      const answer = await speak(port(), calls.join('') + close());
      const found = [...answer.matchAll(/"name":"(Name \d+)"/g)].map(([, name]) => name);
      expect(found).to.deep.equal(names.flatMap((name) => [name, name]));
      expect((await api.core.employees.get(api.company, id)).name).to.equal('Name 11');
    });

    it('are done and audited although their caller has hung up', async () => {
      const warnings: Error[] = [];
      const note = (warning: Error) => warnings.push(warning);
      process.on('warning', note);
      const { id } = await api.core.employees.create(api.company, newEmployee());
      await api.core.transaction(async (manager) => {
        // Until this transaction ends, the first call waits for the employee's row.
        await api.core.employees.update(api.company, id, { name: 'Held' }, { manager });
        const socket = connect(port(), '127.0.0.1');
        const calls = Array.from({ length: 15 }, (_, index) =>
          head('GET', '/shifts', `X-Request-Id: gone-${index}\r\n`),
        );
        await new Promise((written) => socket.write(rename(id, 'Dana') + calls.join(''), written));
        await untilReceived();
        socket.destroy();
        await untilReceived();
      });
      await until(async () => (await auditedAddresses('gone-')).length === 15);
      expect(new Set(await auditedAddresses('gone-'))).to.deep.equal(new Set(['127.0.0.1']));
      await until(async () => (await api.core.employees.get(api.company, id)).name === 'Dana');
      process.off('warning', note);
      expect(warnings).to.deep.equal([]);
    });

    async function auditedAddresses(prefix: string): Promise<unknown[]> {
      const sql = `SELECT ip FROM "shaon_audit" WHERE request_id LIKE '${prefix}%'`;
      const rows = await api.core.extension.database.allCompanies().run(rawSql(sql), []);
      return rows.map(({ ip }) => ip);
    }
  },
  { mounts: EVERY_MOUNT },
);

/** The server reads in this process: in each of these turns, however busy the machine is. */
async function untilReceived(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await sleep(5);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isSo()) return;
    await sleep(50);
  }
  throw new Error('It did not become so.');
}
