import { invalidOption } from '../../errors.ts';
import type { SmsSender } from '../sms-sender.ts';
import { gatewaySender } from './https-gateway.ts';
import { assertHttps, assertOptions, type HttpsOptions } from './https-request.ts';

/** A Twilio account; its secrets are never logged. */
export interface TwilioOptions extends HttpsOptions {
  /** `AC…`. */
  readonly accountSid: string;
  readonly authToken: string;
  /** The sending number or name, or a messaging service `MG…`. */
  readonly from: string;
  /** Another region's address. Default `https://api.twilio.com`. */
  readonly baseUrl?: string | undefined;
}

const OPTION_NAMES: Readonly<Record<keyof TwilioOptions, true>> = {
  accountSid: true,
  authToken: true,
  from: true,
  baseUrl: true,
  ca: true,
  proxy: true,
  timeoutMs: true,
};

/** The gateway of Twilio's Messages resource: a form POST with basic authentication. Throws `options_invalid`. */
export function twilioSender(options: TwilioOptions): SmsSender {
  assertOptions('twilioSender', options, OPTION_NAMES);
  const { accountSid, authToken, from, ca, proxy, timeoutMs } = options;
  if (!/^AC[0-9a-zA-Z]{1,64}$/.test(accountSid)) {
    throw invalidOption('accountSid begins with AC and holds letters and digits only.');
  }
  if (!isText(authToken) || !isText(from)) {
    throw invalidOption('authToken and from are needed to send by Twilio.');
  }
  const base = assertHttps(options.baseUrl ?? 'https://api.twilio.com', 'baseUrl');
  const url = new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, base).href;
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    accept: 'application/json',
  };
  const sender: Record<string, string> = /^MG[0-9a-f]{32}$/i.test(from)
    ? { MessagingServiceSid: from }
    : { From: from };
  const fields = { To: '{to}', Body: '{text}', ...sender };
  return gatewaySender({ url, headers, fields, format: 'form', ca, proxy, timeoutMs }, twilioReason);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Twilio's own error number is more precise than the status: 21211 is a number that does not exist. */
function twilioReason(text: string): string | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return Number.isSafeInteger(code) ? `twilio_${code}` : null;
  } catch {
    return null;
  }
}
