import type { TokenOperation, WriteOptions } from '@shaon/core';
import type { Input } from '@shaon/core/input';
import { type Answer, serialized } from '../answer.ts';
import { auditEntryOf } from '../audit-entry.ts';
import { type Call, callerOf, type Rule } from '../call.ts';
import type { HandlerRequest } from '../handler-request.ts';
import { messageLocale } from '../language.ts';
import { throughPort } from '../port-faults.ts';
import type { V1 } from '../v1-parts.ts';
import { readInput } from './read-input.ts';

/** The last rule of a route: reads and validates its input, calls its handler, and keeps the answer. */
export function serve<Query>(
  v1: V1,
  operation: TokenOperation,
  query: Input<Query>,
  body: Input<unknown> | null,
  handle: (request: HandlerRequest<Query>) => Promise<Answer>,
): Rule {
  const { services, options } = v1;
  const perform = throughPort(services, operation);
  return async (ctx) => {
    const { shaonCall: call } = ctx;
    const actor = callerOf(call);
    const input = await readInput(v1, ctx, query, body);
    const answer = await perform(() =>
      handle({
        services,
        actor,
        id: call.id,
        query: input.query,
        body: input.body,
        recognised: call.recognised,
        baseUrl: options.baseUrl,
        path: withoutTrailingSlash(call.path),
        locale: () => messageLocale(ctx, actor.companyLocale),
        writing: (status) => auditedWrite(services, call, status),
      }),
    );
    call.detail = answer.disclosed === undefined ? null : { ...answer.disclosed };
    call.answer = serialized(answer);
  };
}

/** The audit row commits with the write's transaction; after a rollback `answerErrors` resets `isAudited` (D:U6). */
function auditedWrite({ audit }: V1['services'], call: Call, status: number): WriteOptions {
  const withinTransaction = audit.withinWrite(() => {
    call.isAudited = true;
    return auditEntryOf(call, status);
  });
  return { withinTransaction };
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
