import {
  type Ability,
  type AttendanceReads,
  abilityFor,
  type Core,
  type Input,
  type Judged,
  type LeaveReads,
  type Locale,
  type OrganizationReads,
  type ShiftReads,
  type TokenActor,
  type TokenOperation,
  type WriteOptions,
} from '@shaon/core';
import type { Answer } from './answer.ts';
import type { Rule } from './call.ts';
import type { ResolvedV1Options } from './options.ts';
import type { RateLimit } from './rate-limit.ts';
import type { BodyReader } from './request-body.ts';
import { serve } from './rules/serve.ts';

/** What of core the routes use: a host may put its own read services in their place. */
export interface V1Services extends Pick<Core, 'employees' | 'tokens' | 'audit' | 'clock' | 'extension'> {
  readonly attendance: AttendanceReads;
  readonly organization: OrganizationReads;
  readonly leave: LeaveReads;
  readonly shifts: ShiftReads;
}

/** What the rules work with. */
export interface V1 {
  readonly services: V1Services;
  readonly options: ResolvedV1Options;
  readonly limit: RateLimit;
}

/** A call that has passed every rule: what its handler gets. */
export interface RouteRequest<Query = unknown, Body = unknown> {
  readonly services: V1Services;
  readonly actor: TokenActor;
  /** The `{id}` of the path; 0 where there is none. */
  readonly id: number;
  /** Judged and normalised by the route's own `query`. */
  readonly query: Judged<Query>;
  /** Read and judged by the route's own `body`. */
  readonly body: Body;
  /** The recognised parameters as they came, for the links. */
  readonly recognised: readonly (readonly [name: string, value: string])[];
  readonly baseUrl: string;
  /** The path without the base address and without a slash at its end. */
  readonly path: string;
  /** The language of localized texts (D:F3); few answers have one. */
  locale(): Locale;
  /** Given to a write, it commits the call's audit row with it (D:U6). */
  writing(status: number): WriteOptions;
}

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
    serve: (v1) => serve(v1, query, body, handle),
  };
}
