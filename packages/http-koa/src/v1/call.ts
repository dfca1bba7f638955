import type { TokenActor } from '@shaon/core';
import type { Input } from '@shaon/core/input';
import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { SerializedAnswer } from './answer.ts';
import type { CallRecord } from './audit-entry.ts';
import type { RawQuery } from './query-string.ts';

/** A running call, with the results of the rules so far. */
export interface Call extends CallRecord {
  /** What the host's `clientAddress` threw; null if it returned an address. */
  readonly addressFault: { readonly error: unknown } | null;
  /** The part after the `?`, undecoded. */
  readonly queryString: string;
  /** The query's values, once `isQueryNoted`. */
  query: RawQuery;
  /** True if path and method match a route. */
  isRouteFound: boolean;
  /** The methods that the path supports; null for an unknown path. */
  allow: string | null;
  /** The route's query input; for an unknown route, one without parameters. */
  queryInput: Input<unknown>;
  /** Set when `recognised` and `ignored` describe the query. */
  isQueryNoted: boolean;
  /** The caller whose token was accepted; null until then. */
  caller: TokenActor | null;
  /** The `{id}` of the path; 0 without one. */
  id: number;
  /** Headers of every later answer, including refusals. */
  headers: Record<string, string>;
  /** Set while a write's transaction holds the audit row. */
  isAudited: boolean;
  /** The answer, once a rule or the service has decided it. */
  answer: SerializedAnswer | null;
}

/** Our part of a Koa context, and the values that we exchange with the router. */
export interface CallState {
  shaonCall: Call;
  /** The path for the router to match. */
  newRouterPath?: string;
  /** The routes of the path, for any method. */
  matched?: readonly { readonly name: string | undefined }[] | undefined;
  /** The raw segments of the path, if its route has parameters. */
  captures?: readonly string[];
}

export type V1Context = ParameterizedContext<DefaultState, CallState>;
/** A rule of the pipeline: it calls `next`, or sets the call's `answer`, or throws. */
export type Rule = Middleware<DefaultState, CallState>;

/** The caller. Only rules after the token check may use it. */
export function callerOf({ caller }: Call): TokenActor {
  if (caller === null) throw new TypeError('A rule asked for the caller before the token was checked.');
  return caller;
}
