import { createServer, type RequestListener } from 'node:http';
import { createCore } from '@shaon/core';
import { createV1Routes, type V1Options, v1RequestListener } from '@shaon/http-koa';
import { listen, type TestDatabase } from '@shaon/testing';
import express from 'express';
import Koa from 'koa';
import { RunningShaon, settingsFor, TEST_KEYS } from '../host/running-shaon.ts';
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
  /** Whether the server around us has answered by itself, before we were asked. */
  isForeign(answer: RawAnswer): boolean;
  /** What is answered with 200 at the end. */
  readonly goodPath: string;
  open(database: TestDatabase, folder: string): Promise<OpenDoor>;
}

const LIMITLESS = { SHAON_LIMIT_PER_MINUTE: '1000000000' };
const GOOD_CALL = '/api/v1/employees';

export const DOORS: readonly Door[] = [
  {
    name: 'the main port of the host',
    isApi: true,
    isForeign: () => false,
    goodPath: GOOD_CALL,
    open: (database, folder) => host(database, folder, { SHAON_METRICS_TOKEN: 'a'.repeat(20) }, mainPort),
  },
  {
    name: 'the port of the metrics',
    isApi: false,
    isForeign: () => false,
    goodPath: '/metrics',
    open: (database, folder) => host(database, folder, { SHAON_METRICS_PORT: '0' }, metricsPort),
  },
  {
    name: 'the port of a worker',
    isApi: false,
    isForeign: () => false,
    goodPath: '/readyz',
    open: (database, folder) => worker(database, folder),
  },
  mounted('createV1Routes in a Koa app', (options, core) => {
    const app = new Koa();
    app.silent = true;
    return app.use(createV1Routes(core, { ...options, path: '/api/v1' })).callback();
  }),
  mounted('v1RequestListener in plain node:http', (options, core) =>
    v1RequestListener(core, { ...options, path: '/api/v1' }),
  ),
  mounted(
    'v1RequestListener under Express',
    (options, core) => express().use('/api/v1', v1RequestListener(core, options)),
    // A target that Express takes for another path than ours.
    ({ status, headers }) => status === 404 && headers.get('x-powered-by') === 'Express',
  ),
];

const mainPort = (server: RunningShaon) => Number(new URL(server.url).port);
const metricsPort = (server: RunningShaon) => Number(new URL(server.metricsUrl).port);

async function host(
  database: TestDatabase,
  folder: string,
  settings: Record<string, string>,
  portOf: (server: RunningShaon) => number,
): Promise<OpenDoor> {
  const server = await RunningShaon.serve(settingsFor(database.connection(), folder, { ...LIMITLESS, ...settings }));
  return processDoor(server, portOf(server));
}

async function worker(database: TestDatabase, folder: string): Promise<OpenDoor> {
  const settings = settingsFor(database.connection(), folder, { SHAON_WORKER_PORT: '0' });
  const server = await RunningShaon.serve(settings, ['worker'], 'Shaon delivers');
  return processDoor(server, Number((await server.line('Shaon delivers')).port));
}

function processDoor(server: RunningShaon, port: number): OpenDoor {
  return {
    port,
    failures: () => server.lines.filter(({ level }) => level === 'error').map((line) => JSON.stringify(line)),
    async close() {
      const { code, stderr } = await server.end();
      if (code !== 0 || stderr !== '') throw new Error(`The process ended with ${code}: ${stderr}`);
    },
  };
}

type Core = Awaited<ReturnType<typeof createCore>>;

/** An expectation that Node does not know: an embedder's server answers it without asking anybody. */
const EXPECTATION_FAILED = 417;

function mounted(
  name: string,
  mount: (options: V1Options, core: Core) => RequestListener,
  isForeign: Door['isForeign'] = () => false,
): Door {
  return {
    name,
    isApi: true,
    isForeign: (answer) => answer.status === EXPECTATION_FAILED || isForeign(answer),
    goodPath: GOOD_CALL,
    async open(database) {
      const failures: string[] = [];
      const error = (fields: object, message: string) => failures.push(`${message} ${JSON.stringify(fields)}`);
      const log = { info() {}, warn() {}, error };
      const core = await createCore({ database: database.connection(), keys: TEST_KEYS, log });
      const options = { baseUrl: 'https://hr.example/api/v1', limitPerMinute: 1_000_000, log };
      // With its default Node refuses a missing Host by itself, and no audit row can be written of that.
      const server = createServer({ requireHostHeader: false }, mount(options, core));
      const listening = await listen(server);
      return {
        port: listening.port,
        failures: () => failures,
        async close() {
          await listening.close();
          await core.close();
        },
      };
    },
  };
}
