import { readFileSync } from 'node:fs';
import { type Core, ShaonError } from '@shaon/core';
import { createWebhooks, type Webhooks } from '@shaon/webhooks';
import { isDemo } from './demo/demo.ts';
import { demoReceiver } from './demo/demo-receiver.ts';
import type { HostConfig } from './settings.ts';

/** Registers the webhooks as an event sink; every process that writes must do so, or its events would be lost. */
export async function registerWebhooks(core: Core, config: HostConfig): Promise<Webhooks> {
  // Only for the demo itself: another database in the same folder must not inherit its exception.
  const demo = (await isDemo(core)) ? demoReceiver(config.dataDir) : null;
  const authorities = [readCertificates(config.webhookCaFile), demo?.ca ?? null].filter((pem) => pem !== null);
  return createWebhooks(core, {
    allow: demo === null ? config.webhookAllow : [...config.webhookAllow, demo.origin],
    ...(authorities.length === 0 ? {} : { extraCa: authorities.join('\n') }),
    ...(config.outboundProxy === null ? {} : { proxy: config.outboundProxy }),
    keepSucceededDays: config.webhookSucceededDays,
    keepFailedDays: config.webhookFailedDays,
    disableAfter: config.webhookDisableAfter,
  });
}

/** Throws `options_invalid` if the file is missing or has no certificate; otherwise each delivery would fail. */
function readCertificates(file: string | null): string | null {
  if (file === null) return null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ShaonError('options_invalid', `SHAON_WEBHOOK_CA_FILE: ${file} cannot be read.`, {}, { cause });
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new ShaonError('options_invalid', `SHAON_WEBHOOK_CA_FILE: ${file} holds no certificate in PEM form.`);
}
