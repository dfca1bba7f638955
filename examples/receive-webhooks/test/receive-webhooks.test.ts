import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signTestWebhook } from '@shaon/client-sdk/webhooks';
import { type Core, createCore, generateKey, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { createTestDatabase, skipWithout } from '@shaon/testing';
import { createWebhooks, migrateWebhooks, newSecret, type Webhooks, webhookEntities } from '@shaon/webhooks';
import { expect } from 'chai';
import { type Certificate, type RunningReceiver, selfSigned, send, startReceiver } from './running-receiver.ts';

const dana = { employee_id: 61, name: 'דנה לוי', email: 'dana@acme.example', department_id: 3, branch_id: null };
const employee = {
  name: 'דנה לוי',
  id_number: '123456782',
  email: 'dana@acme.example',
  phone: '050-123-4567',
  salary_type: 'hourly',
  hourly_rate: '52',
} as const;

describe('examples/receive-webhooks', function () {
  this.timeout(60_000);
  let folder: string;
  let certificate: Certificate;
  const [secret, nextSecret] = [newSecret(), newSecret()];

  before('a certificate', function () {
    const openssl = skipWithout(this, 'openssl');
    folder = mkdtempSync(join(tmpdir(), 'shaon-receiver-'));
    certificate = selfSigned(openssl, folder);
  });
  after(() => folder !== undefined && rmSync(folder, { recursive: true }));

  for (const program of ['koa', 'express'] as const)
    describe(program, () => {
      let receiver: RunningReceiver;
      before(async () => {
        receiver = await startReceiver(program, certificate, [secret, nextSecret]);
      });
      after(async () => expect(await receiver?.stop()).equal(0));

      it('takes what is signed, by the old and by the new secret', async () => {
        for (const [id, key] of Object.entries({ msg_1: secret, msg_2: nextSecret })) {
          const webhook = await signTestWebhook({ event: 'employee.created', data: dana, secret: key, id });
          expect((await send(receiver.url, certificate.cert, webhook)).status).equal(204);
          await receiver.line(`verified employee.created ${id}: דנה לוי`);
        }
      });

      it('takes a delivery that comes again only once', async () => {
        const webhook = await signTestWebhook({
          event: 'employee.created',
          data: dana,
          secret,
          id: 'msg_1',
          attempt: 2,
        });
        expect((await send(receiver.url, certificate.cert, webhook)).status).equal(204);
        await receiver.line('again    employee.created msg_1');
      });

      it('refuses a changed body and says why', async () => {
        const webhook = await signTestWebhook({ event: 'employee.created', data: dana, secret });
        const body = webhook.body.replace('"employee_id":61', '"employee_id":62');
        const answer = await send(receiver.url, certificate.cert, { ...webhook, body });
        expect(answer.status).equal(400);
        await receiver.line('refused  no_secret_matches');
      });

      it('receives from Shaon itself: an employee is created, the event comes verified', async () => {
        await withShaon(certificate, async ({ core, webhooks, company }) => {
          const { endpoint, secret: issued } = await webhooks.endpoints.register(company, {
            url: 'https://localhost:4443/shaon',
            events: ['employee.created'],
          });
          const listening = await startReceiver(program, certificate, [issued]);
          try {
            await webhooks.endpoints.update(company, endpoint.id, { url: listening.url });
            await webhooks.start();
            await core.employees.create(company, employee);
            expect(await listening.line('verified employee.created')).to.match(/: דנה לוי$/);
          } finally {
            await listening.stop();
          }
          await webhooks.stop();
          const { items } = await webhooks.deliveries.list(company, {}, { page: 1, per_page: 10 });
          expect(items.map(({ state }) => state)).deep.equal(['succeeded']);
        });
      });
    });
});

interface Shaon {
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly company: SystemActor;
}

async function withShaon(certificate: Certificate, use: (shaon: Shaon) => Promise<void>): Promise<void> {
  const database = await createTestDatabase('sqlite');
  const { connection } = database;
  await migrateCore(connection);
  await migrateWebhooks(connection);
  const entities = webhookEntities(connection.type);
  const core = await createCore({ database: connection, entities, keys: generateKey() });
  // A receiver on this machine has to be allowed; nothing but public addresses is, otherwise.
  const webhooks = await createWebhooks(core, { allow: ['localhost', '127.0.0.1', '::1'], extraCa: certificate.cert });
  try {
    await use({ core, webhooks, company: systemActor((await core.companies.create({ name: 'Bakery' })).id) });
  } finally {
    await webhooks.stop();
    await core.close();
    await database.drop();
  }
}
