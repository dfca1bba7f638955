import { randomUUID } from 'node:crypto';
import type { Core } from '@shaon/core';
import type { Middleware } from 'koa';
import { trustedProxyAddress } from '../v1/client-address.ts';
import { cameByHttps, trustedProxies } from './trusted-proxies.ts';

/**
 * Answers 403 to a call that did not come by https, and never redirects: the token has leaked by then, and a redirect
 * would hide it (D:H18). The call is audited like every other one (D:U2); its token is not even looked at.
 */
export function requireHttps(core: Pick<Core, 'audit' | 'clock'>, proxies: readonly string[]): Middleware {
  const isTrusted = trustedProxies(proxies);
  const callerAddress = trustedProxyAddress(proxies);
  return async (ctx, next) => {
    if (cameByHttps(ctx.req, isTrusted)) return next();
    const status = 403;
    const requestId = randomUUID();
    await core.audit.commit({
      kind: 'api',
      at: core.clock.now(),
      method: ctx.method,
      path: ctx.path.replaceAll(/shn_[\w-]*/g, 'shn_…').slice(0, 512),
      ip: callerAddress(ctx.req),
      status,
      requestId,
      detail: JSON.stringify({ refused: 'plain http' }),
    });
    ctx.status = status;
    ctx.set({ 'Cache-Control': 'no-store, private', 'X-Request-Id': requestId });
    ctx.body = { message: 'Call this API by https.' };
  };
}
