import type { Core } from '@shaon/core';
import type { Middleware } from 'koa';
import type { Lifecycle } from './lifecycle.ts';

/** An answer to a probe must come before its patience ends. */
const PING_TIMEOUT_MS = 3_000;

/** `/healthz`: the process is alive. `/readyz`: it can serve, that is, it is not stopping and its database answers. */
export function createHealthRoutes(core: Pick<Core, 'ping'>, lifecycle: Lifecycle): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') answer(ctx, 200, 'alive');
    else if (ctx.path === '/readyz') {
      if (!lifecycle.isReady) answer(ctx, 503, 'stopping');
      else if (await isReachable(core)) answer(ctx, 200, 'ready');
      else answer(ctx, 503, 'database unavailable');
    } else await next();
  };
}

function answer(ctx: Parameters<Middleware>[0], status: number, state: string): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { status: state };
}

async function isReachable(core: Pick<Core, 'ping'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS);
  });
  const pinged = core.ping().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([pinged, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
