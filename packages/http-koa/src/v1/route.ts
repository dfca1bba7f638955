import { type Ability, abilityFor, type TokenOperation } from '@shaon/core';
import type { Input } from '@shaon/core/input';
import type { Answer } from './answer.ts';
import type { Rule } from './call.ts';
import type { HandlerRequest } from './handler-request.ts';
import { serve } from './rules/serve.ts';
import type { V1 } from './v1-parts.ts';

/** One row of the API's table. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The operation that the caller needs; core's `PERMISSIONS` name its ability. */
  readonly operation: TokenOperation;
  readonly ability: Ability;
  readonly query: Input<unknown>;
  /** The fields of its JSON body; null if the operation takes none and ignores one that is sent (D:F2). */
  readonly body: Input<unknown> | null;
  /** Reads the input, and calls the handler with it. */
  readonly serve: (v1: V1) => Rule;
}

type Method = 'GET' | 'POST' | 'PATCH';

/** Makes a row; its handler receives the valid query, and the body for the service to validate. */
export function route<Query>(
  method: Method,
  path: string,
  operation: TokenOperation,
  query: Input<Query>,
  body: Input<unknown> | null,
  handle: (request: HandlerRequest<Query>) => Promise<Answer>,
): Route {
  return {
    method,
    path,
    operation,
    ability: abilityFor(operation),
    query,
    body,
    serve: (v1) => serve(v1, operation, query, body, handle),
  };
}
