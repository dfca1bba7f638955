import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, systemActor } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import { DEMO_CERTIFICATE } from './demo-certificate.ts';
import { writePrivateFile } from './private-file.ts';

/*
 * The only receiver of the demo's webhooks: a program on this machine, with a certificate for localhost. It exists only
 * where a demo was made.
 */

const ORIGIN = 'https://localhost:4443';
const URL = `${ORIGIN}/shaon`;

const path = (dataDir: string, name: 'ca.crt' | 'receiver.crt' | 'receiver.key' | 'webhook-secret') =>
  join(dataDir, 'demo', name);

/** The demo receiver's settings for the sender; null if this is not a demo. */
export function demoReceiver(dataDir: string): { readonly origin: string; readonly ca: string } | null {
  const ca = path(dataDir, 'ca.crt');
  return existsSync(ca) ? { origin: ORIGIN, ca: readFileSync(ca, 'utf8') } : null;
}

/** Writes the receiver's certificate, once. */
export function makeDemoReceiver(dataDir: string): void {
  if (existsSync(path(dataDir, 'ca.crt'))) return;
  const { ca, cert, key } = DEMO_CERTIFICATE;
  writePrivateFile(path(dataDir, 'receiver.key'), key);
  writeFileSync(path(dataDir, 'receiver.crt'), cert);
  // Written last, because its existence makes the receiver a valid target.
  writeFileSync(path(dataDir, 'ca.crt'), ca);
}

/** Registers the receiver for all events and stores its secret; an endpoint with a lost secret is replaced. */
export async function ensureDemoEndpoint(webhooks: Webhooks, dataDir: string, companyId: number): Promise<void> {
  const actor = systemActor(companyId);
  const endpoints = (await webhooks.endpoints.list(actor)).filter(({ url }) => url === URL);
  if (endpoints.length > 0 && existsSync(path(dataDir, 'webhook-secret'))) return;
  for (const { id } of endpoints) await webhooks.endpoints.remove(actor, id);
  const { secret } = await webhooks.endpoints.register(actor, {
    url: URL,
    events: [...EVENT_TYPES],
    description: 'examples/receive-webhooks',
  });
  writePrivateFile(path(dataDir, 'webhook-secret'), `${secret}\n`);
}
