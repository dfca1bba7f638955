import { openApp } from './app.ts';

const port = Number(process.env.PORT ?? 3000);
if (process.env.SHAON_KEYS === undefined) throw new Error('Set SHAON_KEYS.');
const { app, core } = await openApp({
  database: process.env.DATABASE ?? 'shaon.sqlite',
  keys: process.env.SHAON_KEYS,
  baseUrl: process.env.BASE_URL ?? `http://localhost:${port}/api/v1`,
});
const server = app.listen(port, () => console.log(`http://localhost:${port}/api/v1`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close(() => void core.close()));
