import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Core, createCore, isShaonError, migrateCore, systemActor } from '@shaon/core';
import { createV1Routes, LimitHealth } from '@shaon/http-koa';
import { registerMetrics } from '@shaon/http-koa/host';
import { onEachDatabase } from '@shaon/testing';
import { createWebhooks, migrateWebhooks, type Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import Koa from 'koa';
import { Counter, Registry } from 'prom-client';
import { addWebhookMetrics } from '../../src/host/webhook-metrics.ts';
import { BASE_URL, TEST_KEYS } from '../support.ts';

const migrate = async (connection: Parameters<typeof migrateCore>[0]) => {
  await migrateCore(connection);
  await migrateWebhooks(connection);
};

onEachDatabase('the figures in a product’s own registry', { migrate }, (database) => {
  const registry = new Registry();
  new Counter({ name: 'hr_hires_total', help: 'Of the product', registers: [registry] });
  const limitHealth = new LimitHealth();
  let core: Core;
  let webhooks: Webhooks;
  let server: Server;

  before(async () => {
    core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    webhooks = await createWebhooks(core);
    const path = '/api/v1';
    const app = new Koa();
    app.use(await registerMetrics({ registry, core, webhooks, limitHealth, path }));
    app.use(createV1Routes(core, { baseUrl: BASE_URL, limitHealth, path }));
    app.use((ctx) => {
      ctx.body = 'Of the product';
    });
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    server?.close();
    await core?.close();
  });

  it('stand beside its own, by route and outcome', async () => {
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const { token } = await core.tokens.issue(company, { name: 'test', abilities: ['employees:read'] });
    const { port } = server.address() as AddressInfo;
    const headers = { Authorization: `Bearer ${token}` };
    for (const id of ['1', '2']) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/employees/${id}`, { headers });
      expect([response.status, await response.json()]).to.deep.equal([404, { message: 'Not found.' }]);
    }
    const text = await registry.metrics();
    expect(text)
      .to.match(/^hr_hires_total 0$/m)
      .and.match(
        /^shaon_http_request_duration_seconds_count\{method="GET",route="\/employees\/\{id\}",status="404"\} 2$/m,
      )
      .and.match(/^shaon_audit_rows_total\{outcome="written"\} 2$/m)
      .and.match(/^shaon_webhook_due 0$/m)
      .and.match(/^shaon_limit_store_away 0$/m)
      .and.not.match(/^process_cpu/m);
  });

  it('count a call whose target Koa cannot read, and none of the product', async () => {
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/elsewhere`)).text()).to.equal('Of the product');
    const status = await new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '//a@[#' }, (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end();
    });
    expect(status).to.equal(400);
    const text = await registry.metrics();
    expect(text.match(/^shaon_http_request_duration_seconds_count\{.*route="none".*$/gm)).to.deep.equal([
      'shaon_http_request_duration_seconds_count{method="GET",route="none",status="400"} 1',
    ]);
  });

  it('are registered once', async () => {
    const refused = await registerMetrics({ registry, core }).catch((error: unknown) => error);
    expect(isShaonError(refused, 'options_invalid')).to.equal(true);
  });
});

describe('the figures of webhooks', () => {
  it('are there before who asks gives up, though the database says nothing', async () => {
    const registry = new Registry();
    const silent = {
      backlog: () => new Promise<never>(() => undefined),
      health: () => new Promise<never>(() => undefined),
      inFlight: 2,
      onAttempt: null,
    };
    await addWebhookMetrics({ registry } as unknown as Parameters<typeof addWebhookMetrics>[0], silent, 60_000);
    const start = performance.now();
    const text = await registry.metrics();
    expect(performance.now() - start).to.be.below(4_500);
    expect(text)
      .to.match(/^shaon_webhook_attempts_in_flight 2$/m)
      .and.not.match(/^shaon_webhook_due \d/m);
  });
});
