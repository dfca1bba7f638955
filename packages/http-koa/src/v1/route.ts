import type { Ability } from '@shaon/core';
import { abilityFor, type Input, type TokenOperation } from '@shaon/core/extension';
import type { Answer } from './answer.ts';
import type { Rule } from './call.ts';
import type { BodyReader } from './request-body.ts';
import type { RouteRequest } from './route-request.ts';
import { serve } from './rules/serve.ts';
import type { V1 } from './v1-parts.ts';

/** One row of the API's table. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** What the caller must be allowed to do; core's `PERMISSIONS` say by which ability. */
  readonly operation: TokenOperation;
  readonly ability: Ability;
  readonly query: Input<unknown>;
  /** The fields of its JSON body; null where the operation takes none, and one sent is not looked at (D:F2). */
  readonly body: Input<unknown> | null;
  /** Reads and judges the input, and calls the handler with it. */
  readonly serve: (v1: V1) => Rule;
}

type Method = 'GET' | 'POST' | 'PATCH';

/** Makes a row, whose handler takes what its `query` and `body` give. */
export function route<Query, Body>(
  method: Method,
  path: string,
  operation: TokenOperation,
  query: Input<Query>,
  body: BodyReader<Body>,
  handle: (request: RouteRequest<Query, Body>) => Promise<Answer>,
): Route {
  return {
    method,
    path,
    operation,
    ability: abilityFor(operation),
    query,
    body: body.input,
    serve: (v1) => serve(v1, operation, query, body, handle),
  };
}
