import { join } from 'node:path';
import { httpsGatewaySender, type SmsSender, spoolFileSender, twilioSender } from '@shaon/core';
import { smsWay } from './config-rules.ts';
import type { HostConfig } from './settings.ts';

/** The sender of text messages that the settings name; null if none is needed. */
export function smsSender(config: HostConfig): SmsSender | null {
  const way = smsWay(config);
  const proxy = config.outboundProxy ?? undefined;
  if (way === 'spool') return spoolFileSender(spoolFile(config));
  if (way === 'gateway') {
    const { smsGatewayUrl, smsGatewayToken } = config;
    const headers = smsGatewayToken === null ? {} : { authorization: `Bearer ${smsGatewayToken}` };
    return httpsGatewaySender({ url: smsGatewayUrl as string, headers, proxy });
  }
  if (way === 'twilio') {
    const { twilioAccountSid, twilioAuthToken, twilioFrom } = config;
    return twilioSender({
      accountSid: twilioAccountSid as string,
      authToken: twilioAuthToken as string,
      from: twilioFrom as string,
      proxy,
    });
  }
  return null;
}

export function spoolFile(config: HostConfig): string {
  return join(config.dataDir, 'sms.spool');
}
