import type { IncomingMessage } from 'node:http';
import type { Core } from '@shaon/core';
import type { Context, Middleware } from 'koa';
import { requestIdOf } from '../http/request-id.ts';
import { auditEntryOf } from '../v1/audit-entry.ts';
import { isApiPath, withoutLinkSecret } from './paths.ts';
import { invalidTarget } from './valid-target.ts';

/** The dependencies for auditing a refused call. */
interface RefusalParts {
  readonly core: Pick<Core, 'audit' | 'clock'>;
  readonly clientAddress: (request: IncomingMessage) => string;
}

/** Why a request is refused before any route sees it. */
interface Refusal {
  /** For the audit, in short words. */
  readonly reason: 'target' | 'host';
  /** The path, as far as it is known. */
  readonly path: string;
  /** An invalid target may be meant for the API, so it is audited too. */
  readonly isApiCall: boolean;
}

/**
 * Answers 400 to requests that Node accepts but that are invalid HTTP. A refused API call is audited first, without a
 * company, because every call that HTTP parsing accepts is audited, whatever its answer (D:U6, A13, A14). If its row
 * cannot be written, the error becomes a 503.
 */
export function refuseInvalidRequests(parts: RefusalParts): Middleware {
  return async (ctx, next) => {
    const refusal = refusalOf(ctx.req);
    if (refusal === null) return next();
    ctx.set('Connection', 'close');
    if (refusal.isApiCall) await auditRefusal(parts, ctx, refusal);
    ctx.status = 400;
    ctx.body = { message: 'The request is not valid HTTP.' };
  };
}

function refusalOf(request: IncomingMessage): Refusal | null {
  const asked = invalidTarget(request);
  if (asked !== null) return { reason: 'target', path: asked, isApiCall: true };
  if (namesOneHost(request)) return null;
  const path = (request.url ?? '').split('?', 1)[0] as string;
  return { reason: 'host', path, isApiCall: isApiPath(path) };
}

/** RFC 9112, 3.2: HTTP/1.1 names the host once. With two hosts, a proxy in front may have read the other one. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

async function auditRefusal(
  { core, clientAddress }: RefusalParts,
  ctx: Context,
  { reason, path }: Refusal,
): Promise<void> {
  const requestId = requestIdOf(ctx.req);
  ctx.set('X-Request-Id', requestId);
  const call = {
    requestId,
    startedAt: performance.now(),
    at: core.clock.now(),
    method: ctx.method,
    path: withoutLinkSecret(path),
    isTargetValid: reason !== 'target',
    ip: clientAddress(ctx.req),
    actor: null,
    route: null,
    ability: null,
    recognised: [],
    ignored: [],
    detail: { refused: reason },
  };
  await core.audit.commit(auditEntryOf(call, 400));
}
