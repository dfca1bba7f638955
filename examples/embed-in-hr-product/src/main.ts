import { createServer } from 'node:http';
import { openProduct } from './product.ts';

const port = Number(process.env.PORT ?? 3000);
const product = await openProduct({
  databaseUrl: setting('DATABASE_URL'),
  keys: setting('SHAON_KEYS'),
  cookieKey: setting('COOKIE_KEY'),
  baseUrl: process.env.BASE_URL ?? `http://localhost:${port}/api/v1`,
});
const server = createServer(product.listener).listen(port, () => console.log(`http://localhost:${port}`));

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => server.close(() => void product.close()));

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}.`);
  return value;
}
