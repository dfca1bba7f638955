import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createCore, systemActor } from '@shaon/core';
import { onEachDatabase, rawSql, runnableProgram } from '@shaon/testing';
import { expect } from 'chai';
import { TEST_KEYS } from '../hire.ts';
import { proofSize, tell } from '../proof.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll } from '../support.ts';
import { webhooksWith } from '../webhooks-with.ts';
import type { KillOrder } from './writing-process.ts';

const KILLS = proofSize('SHAON_KILLS', 3, 40);
const MAX_INFLIGHT = 5;
const PROGRAM = fileURLToPath(new URL('./writing-process.ts', import.meta.url));

onEachDatabase(`writers and senders killed ${KILLS} times`, { migrate: migrateAll }, (database) => {
  it('lose no event, invent none and leave no request off the record', async function () {
    this.timeout(240_000 + KILLS * 15_000);
    const authority = await createAuthority();
    const receiver = await startReceiver(await authority.issue());
    receiver.behave((socket, request) => setTimeout(() => answer(200)(socket, request), Math.random() * 30));
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    const soon = { leaseMarginMs: 0, deadlineMs: 1_000, waitsMs: Array(100).fill(100) };
    const webhooks = await webhooksWith(core, { ...loopback(authority), ...soon });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await webhooks.endpoints.register(company, {
      url: receiver.url,
      events: ['employee.created'],
      max_inflight: MAX_INFLIGHT,
    });

    for (let kill = 1; kill <= KILLS; kill++) {
      const order = { connection: database.connection(), companyId: company.companyId, ca: authority.ca, serial: kill };
      await runAndKill(order, 100 + Math.random() * 700);
    }

    // What the last ones left: leases of a second, waits of a tenth.
    const end = Date.now() + 120_000;
    const all = core.extension.database.allCompanies();
    const open = async () =>
      Number(
        (await all.run(rawSql('SELECT count(*) AS n FROM "shaon_webhook_delivery" WHERE due_at IS NOT NULL')))[0]!.n,
      );
    while ((await open()) > 0 && Date.now() < end) {
      await webhooks.drainOnce();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await open(), 'open deliveries').to.equal(0);

    const committed = (await all.run(rawSql('SELECT id FROM "shaon_employee"'))).map((row) => Number(row.id));
    const received = receiver.requests.map((request) => JSON.parse(request.body.toString()).data.employee_id as number);
    expect(committed.length, 'committed changes').to.be.greaterThan(0);
    expect([...new Set(received)].sort(byNumber), 'each commit at least once, a rollback never').to.deep.equal(
      committed.sort(byNumber),
    );
    // On a busy machine some are answered after their deadline of a second, and are sent again for that.
    const [late] = await all.run(rawSql(`SELECT count(*) AS n FROM "shaon_webhook_attempt" WHERE outcome = 'timeout'`));
    expect(received.length - committed.length, 'duplicates').to.be.at.most(KILLS * MAX_INFLIGHT + Number(late!.n));
    const recorded = new Set(
      (await all.run(rawSql('SELECT delivery_id, number FROM "shaon_webhook_attempt"'))).map(
        (row) => `msg_${row.delivery_id}/${row.number}`,
      ),
    );
    const unrecorded = receiver.requests.filter(
      ({ headers }) => !recorded.has(`${headers['x-service-delivery']}/${headers['x-service-attempt']}`),
    );
    expect(unrecorded, 'requests without an attempt').to.deep.equal([]);
    const [lost] = await all.run(
      rawSql(
        `SELECT count(*) AS n FROM "shaon_webhook_attempt" WHERE outcome = 'interrupted' AND error_code = 'lease_lost'`,
      ),
    );
    tell('SHAON_KILLS', {
      kills: KILLS,
      'changes committed': committed.length,
      'requests received': received.length,
      doubles: received.length - committed.length,
      'attempts in flight when killed': Number(lost!.n),
    });

    await core.close();
    await receiver.close();
  });
});

const byNumber = (one: number, other: number) => one - other;

async function runAndKill(order: KillOrder, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [await runnableProgram(PROGRAM), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  expect(child.exitCode, 'it runs until it is killed').to.equal(null);
  child.kill('SIGKILL');
  await ended;
}
