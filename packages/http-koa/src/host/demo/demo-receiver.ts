import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, systemActor } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import { makeDemoCertificate } from './demo-certificate.ts';
import { writePrivateFile } from './private-file.ts';

/*
 * The one receiver that the demo sends webhooks to: a program on this machine, with a certificate made for it.
 * None of it exists where no demo was made.
 */

const ORIGIN = 'https://localhost:4443';
const URL = `${ORIGIN}/shaon`;

const path = (dataDir: string, name: 'ca.crt' | 'receiver.crt' | 'receiver.key' | 'webhook-secret') =>
  join(dataDir, 'demo', name);

/** What the sender must be told of the demo's receiver, or null when this is no demo. */
export function demoReceiver(dataDir: string): { readonly origin: string; readonly ca: string } | null {
  const ca = path(dataDir, 'ca.crt');
  return existsSync(ca) ? { origin: ORIGIN, ca: readFileSync(ca, 'utf8') } : null;
}

/** Makes the receiver's certificate, once. */
export async function makeDemoReceiver(dataDir: string): Promise<void> {
  if (existsSync(path(dataDir, 'ca.crt'))) return;
  const { ca, cert, key } = await makeDemoCertificate();
  writePrivateFile(path(dataDir, 'receiver.key'), key);
  writeFileSync(path(dataDir, 'receiver.crt'), cert);
  // Last: with it the receiver is one to send to.
  writeFileSync(path(dataDir, 'ca.crt'), ca);
}

/** Sees to it that the receiver is registered for all events and its secret kept; one whose secret is lost is put away. */
export async function keepDemoEndpoint(webhooks: Webhooks, dataDir: string, companyId: number): Promise<void> {
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
