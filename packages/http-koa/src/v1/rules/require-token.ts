import type { IncomingMessage } from 'node:http';
import type { Authentication } from '@shaon/core';
import { errorAnswer, serialized } from '../answer.ts';
import type { Rule } from '../call.ts';
import { throughPort } from '../port-faults.ts';
import type { V1 } from '../v1-parts.ts';

/**
 * Why a request has no token: `missing` is no Authorization header, `no_token` one of another scheme or an empty one,
 * `malformed` a Bearer header that is not exactly one token.
 */
interface NoToken {
  readonly outcome: 'missing' | 'no_token' | 'malformed';
}
type Presented = Authentication | NoToken;

/**
 * Refuses a call without a valid token. The answer is the same for every reason; only the audit has the reason (D:K5,
 * U1). The call is not counted, because there is no token to count it for (D:R2).
 */
export function requireToken({ services }: V1): Rule {
  const callTokens = throughPort(services, 'tokens.authenticate');
  return async (ctx, next) => {
    const { shaonCall: call } = ctx;
    const token = readToken(ctx.req);
    const presented: Presented =
      typeof token === 'string' ? await callTokens(() => services.tokens.authenticate(token)) : token;
    if ('actor' in presented) call.actor = presented.actor;
    if (presented.outcome === 'accepted') {
      call.caller = presented.actor;
      return next();
    }
    call.detail = { token: presented.outcome };
    call.answer = serialized(errorAnswer(401, 'Unauthenticated.', { 'WWW-Authenticate': challenge(presented) }));
  };
}

const AUTHORIZATION = 'authorization';
/** `Bearer`, in any case, spaces, one token (D:K1). */
const BEARER = /^bearer +([^\s,]+)$/i;

/** Reads the token of the one Authorization header (SPEC 5). No other place is read (D:K2). */
function readToken(request: IncomingMessage): string | NoToken {
  const headers = authorizationHeaders(request);
  if (headers.length === 0) return { outcome: 'missing' };
  const token = headers.length === 1 ? BEARER.exec((headers[0] as string).trim())?.[1] : undefined;
  if (token !== undefined) return token;
  return { outcome: headers.some((header) => /^bearer +\S/i.test(header.trim())) ? 'malformed' : 'no_token' };
}

/** All of them, because Node's `headers` keeps only the first (D:K3). */
function authorizationHeaders(request: IncomingMessage): string[] {
  const values: string[] = [];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) {
      values.push(rawHeaders[index + 1] as string);
    }
  }
  return values;
}

/** RFC 6750, 3.1: `error` only if a token was sent, so not for another scheme (D:K4). */
function challenge(presented: Presented): string {
  const isTokenSent = presented.outcome !== 'missing' && presented.outcome !== 'no_token';
  return isTokenSent ? 'Bearer realm="api", error="invalid_token"' : 'Bearer realm="api"';
}
