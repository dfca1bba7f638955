import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The demo of `npm start` registers https://localhost:4443/shaon and writes the receiver's files to this folder. */
const DEMO = join(process.env.SHAON_DATA_DIR ?? fileURLToPath(new URL('../../../data', import.meta.url)), 'demo');

/** From the environment, or the demo's by default. */
export const settings = {
  port: Number(process.env.PORT ?? 4443),
  /** The server's certificate and key, PEM. */
  tls: { cert: file('TLS_CERT', 'receiver.crt'), key: file('TLS_KEY', 'receiver.key') },
  /** Signing secrets: two while the admin changes the secret. */
  secrets: (process.env.SHAON_WEBHOOK_SECRETS ?? demo('webhook-secret').trim()).split(','),
};

function file(variable: string, name: string): string {
  const path = process.env[variable];
  return path === undefined ? demo(name) : readFileSync(path, 'utf8');
}

function demo(name: string): string {
  return readFileSync(join(DEMO, name), 'utf8');
}
