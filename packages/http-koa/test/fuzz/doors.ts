import { createServer, type RequestListener } from 'node:http';
import { type Core, type CoreLog, createCore } from '@shaon/core';
import { createV1Routes, v1RequestListener } from '@shaon/http-koa';
import { adminRequestListener, createAdminRoutes } from '@shaon/http-koa/admin';
import { listen, type TestDatabase } from '@shaon/testing';
import { createWebhooks, type Webhooks, webhookEntities } from '@shaon/webhooks';
import express from 'express';
import Koa, { type Middleware } from 'koa';
import { RunningShaon, type Served, ServedHost, settingsFor, TEST_KEYS } from '../host/running-shaon.ts';
import type { RawAnswer } from './exchange.ts';

/** Something that listens. */
export interface OpenDoor {
  readonly port: number;
  /** Messages of errors that it has logged: what a handler has thrown is one. */
  failures(): readonly string[];
  close(): Promise<void>;
}

/** One of the ways in which requests reach us. */
export interface Door {
  readonly name: string;
  /** Whether API calls are answered there, each with its audit row. */
  readonly isApi: boolean;
  /** How many of 100 requests are for the pages of the web interface. */
  readonly pagePercent: number;
  /** Whether the server around us has answered by itself, before we were asked. */
  isForeign(answer: RawAnswer): boolean;
  /** What is answered with 200 at the end. */
  readonly goodPath: string;
  open(database: TestDatabase, folder: string): Promise<OpenDoor>;
}

/** With the base URL of `ADMIN`, by which the names of cookies end. */
const LIMITLESS = { SHAON_LIMIT_PER_MINUTE: '1000000000', SHAON_BASE_URL: 'http://hr.example/api/v1' };
const API_PATH = '/api/v1';
const GOOD_CALL = `${API_PATH}/employees`;
const API = { isApi: true, pagePercent: 0, goodPath: GOOD_CALL };
const PAGES = { isApi: false, pagePercent: 85, goodPath: '/admin/sign-in' };
const V1 = { baseUrl: 'https://hr.example/api/v1', limitPerMinute: 1_000_000 };
/** Over http, so that the cookies have the names that they have at the host. */
const ADMIN = { baseUrl: 'http://hr.example/admin' };

export const DOORS: readonly Door[] = [
  {
    name: 'the main port of the host',
    isApi: true,
    pagePercent: 40,
    isForeign: () => false,
    goodPath: GOOD_CALL,
    open: (database, folder) => host(database, folder, {}, mainPort),
  },
  {
    name: 'the port of the metrics',
    isApi: false,
    pagePercent: 0,
    isForeign: () => false,
    goodPath: '/metrics',
    open: (database, folder) => host(database, folder, { SHAON_METRICS: '0' }, metricsPort),
  },
  {
    name: 'the port of a worker',
    isApi: false,
    pagePercent: 0,
    isForeign: () => false,
    goodPath: '/readyz',
    open: (database, folder) => worker(database, folder),
  },
  mounted('createV1Routes in a Koa app', API, ({ core, log }) =>
    koa(createV1Routes(core, { ...V1, log, path: API_PATH })),
  ),
  mounted('v1RequestListener in plain node:http', API, ({ core, log }) =>
    v1RequestListener(core, { ...V1, log, path: API_PATH }),
  ),
  mounted('v1RequestListener under Express', API, ({ core, log }) =>
    express().use(API_PATH, v1RequestListener(core, { ...V1, log })),
  ),
  mounted('createAdminRoutes in a Koa app', PAGES, ({ core, webhooks, log }) =>
    koa(createAdminRoutes(core, webhooks, { ...ADMIN, log, path: '/admin' })),
  ),
  mounted('adminRequestListener under Express', PAGES, ({ core, webhooks, log }) =>
    express().use('/admin', adminRequestListener(core, webhooks, { ...ADMIN, log })),
  ),
];

function koa(routes: Middleware): RequestListener {
  const app = new Koa();
  app.silent = true;
  return app.use(routes).callback();
}

const mainPort = (server: Served) => Number(new URL(server.url).port);
const metricsPort = (server: Served) => Number(new URL(server.metricsUrl).port);

async function host(
  database: TestDatabase,
  folder: string,
  settings: Record<string, string>,
  portOf: (server: Served) => number,
): Promise<OpenDoor> {
  const server = await ServedHost.serve(settingsFor(database.connection(), folder, { ...LIMITLESS, ...settings }));
  return processDoor(server, portOf(server));
}

async function worker(database: TestDatabase, folder: string): Promise<OpenDoor> {
  const settings = settingsFor(database.connection(), folder, { SHAON_METRICS: '0' });
  const server = await RunningShaon.serve(settings, ['worker'], 'Shaon delivers');
  return processDoor(server, Number((await server.line('Shaon delivers')).metricsPort));
}

function processDoor(server: Served, port: number): OpenDoor {
  return {
    port,
    failures: () => server.lines.filter(({ level }) => level === 'error').map((line) => JSON.stringify(line)),
    async close() {
      const { code, stderr } = await server.end();
      if (code !== 0 || stderr !== '') throw new Error(`The process ended with ${code}: ${stderr}`);
    },
  };
}

interface Parts {
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly log: CoreLog;
}

/** An expectation that Node does not know: an embedder's server answers it without asking anybody. */
const EXPECTATION_FAILED = 417;

/** Express answers a target by itself that it takes for another path than ours. */
const isOfExpress = ({ status, headers }: RawAnswer) => status === 404 && headers.get('x-powered-by') === 'Express';

function mounted(
  name: string,
  kind: Pick<Door, 'isApi' | 'pagePercent' | 'goodPath'>,
  mount: (parts: Parts) => RequestListener,
): Door {
  return {
    name,
    ...kind,
    isForeign: (answer) => answer.status === EXPECTATION_FAILED || isOfExpress(answer),
    async open(database) {
      const failures: string[] = [];
      const error = (fields: object, message: string) => failures.push(`${message} ${JSON.stringify(fields)}`);
      const log = { info() {}, warn() {}, error };
      const core = await createCore({
        database: database.connection(),
        entities: webhookEntities(database.type),
        keys: TEST_KEYS,
        log,
      });
      const webhooks = await createWebhooks(core);
      // With its default Node refuses a missing Host by itself, and no audit row can be written of that.
      const server = createServer({ requireHostHeader: false }, mount({ core, webhooks, log }));
      const listening = await listen(server);
      return {
        port: listening.port,
        failures: () => failures,
        async close() {
          await listening.close();
          await webhooks.stop();
          await core.close();
        },
      };
    },
  };
}
