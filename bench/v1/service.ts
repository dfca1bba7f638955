import { createCore, type DatabaseConnection } from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import Koa from 'koa';
import { BENCH_KEYS } from './data/company.ts';

/* The built service: core and the v1 routes as a host serves them, its limit lifted. */

const where = process.env.BENCH_DATABASE ?? '';
const database: DatabaseConnection = where.startsWith('postgres:')
  ? { type: 'postgres', url: where }
  : { type: 'sqlite', path: where };

// `shaon serve` needs the webhooks' tables; there are no endpoints, and the floors send no webhooks either.
const core = await createCore({ database, keys: BENCH_KEYS, withoutEvents: true });
const port = Number(process.env.PORT);
const routes = createV1Routes(core, {
  baseUrl: `http://127.0.0.1:${port}/api/v1`,
  path: '/api/v1',
  limitPerMinute: 1_000_000_000,
});
const server = new Koa().use(routes).listen(port, '127.0.0.1');
// As in the host: a count that takes a second blocks the loop, and Node's default of five seconds would close waiting
// connections.
server.keepAliveTimeout = 65_000;

process.once('SIGTERM', () => {
  server.close(() => void core.close().then(() => process.exit()));
  server.closeAllConnections();
});
