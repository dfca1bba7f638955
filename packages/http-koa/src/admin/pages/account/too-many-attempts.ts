import { MINUTE_MS } from '@shaon/core/time';
import type { BrowserRequest } from '../../browser-request.ts';

/** The waiting time after too many wrong passwords or codes, in whole minutes. */
export function tooManyAttempts({ t, now, format }: BrowserRequest, until: Date): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS);
  return t.account.tooMany(format.ago(new Date(now.getTime() + minutes * MINUTE_MS)));
}
