import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { holdsToken } from './without-tokens.ts';

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's own id if it is well-formed and contains no token, otherwise a new one (D:H15, K2). */
export function requestIdOf({ headers }: IncomingMessage): string {
  const inbound = headers['x-request-id'];
  const isKept = typeof inbound === 'string' && SANE_REQUEST_ID.test(inbound) && !holdsToken(inbound);
  return isKept ? inbound : randomUUID();
}
