import { join } from 'node:path';
import { httpsGatewaySender, type SmsSender, spoolFileSender, twilioSender } from '@shaon/core';
import { databaseType } from './database.ts';
import type { HostConfig } from './settings.ts';

/** How messages leave; if SHAON_SMS is not set, into a spool file on SQLite, and not at all on PostgreSQL. */
export function smsWay(config: Pick<HostConfig, 'sms' | 'databaseUrl'>): 'spool' | 'gateway' | 'twilio' | null {
  if (config.sms === null) return databaseType(config) === 'sqlite' ? 'spool' : null;
  if (config.sms.startsWith('https:')) return 'gateway';
  return config.sms === 'spool' ? 'spool' : 'twilio';
}

/** The sender of text messages that the settings name; null if none is needed. */
export function smsSender(config: HostConfig): SmsSender | null {
  const { sms, smsToken } = config;
  const proxy = config.outboundProxy ?? undefined;
  const way = smsWay(config);
  if (way === 'spool') return spoolFileSender(spoolFile(config));
  if (way === 'gateway') {
    const headers = smsToken === null ? {} : { authorization: `Bearer ${smsToken}` };
    return httpsGatewaySender({ url: sms as string, headers, proxy });
  }
  if (way === null) return null;
  const [, accountSid = '', from = ''] = String(sms).split(':');
  return twilioSender({ accountSid, authToken: smsToken as string, from, proxy });
}

export function spoolFile(config: HostConfig): string {
  return join(config.dataDir, 'sms.spool');
}
