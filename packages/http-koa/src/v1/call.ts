import type { TokenActor } from '@shaon/core';
import type { Input } from '@shaon/core/extension';
import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { SealedAnswer } from './answer.ts';
import type { CallRecord } from './audit-entry.ts';
import type { RawQuery } from './query-string.ts';

/** One call on its way: what the rules have found out so far. */
export interface Call extends CallRecord {
  /** What stands behind the `?`, undecoded. */
  readonly queryString: string;
  /** What the query holds, once `isQueryNoted`. */
  query: RawQuery;
  /** True when path and method lead to a route. */
  isRouteFound: boolean;
  /** The methods that the path takes; null for an unknown path. */
  allow: string | null;
  /** The query that the route takes; of an unknown route one without parameters. */
  queryInput: Input<unknown>;
  /** Set when `recognised` and `ignored` say what the query held. */
  isQueryNoted: boolean;
  /** The caller whose token was accepted; null until then. */
  caller: TokenActor | null;
  /** The `{id}` of the path; 0 where there is none. */
  id: number;
  /** Headers that every later answer carries, refusals too. */
  headers: Record<string, string>;
  /** Set while a write's transaction holds the audit row. */
  isAudited: boolean;
  /** What the call is answered with, once a rule or the service has decided it. */
  answer: SealedAnswer | null;
}

/** What of a Koa context is ours, and what we say to the router and hear from it. */
export interface CallState {
  shaonCall: Call;
  /** The path that the router compares. */
  newRouterPath?: string;
  /** The routes of the path, whatever the method. */
  matched?: readonly { readonly name: string | undefined }[] | undefined;
  /** The raw segments of the path where its route has parameters. */
  captures?: readonly string[];
}

export type V1Context = ParameterizedContext<DefaultState, CallState>;
/** A rule of the pipeline: it calls `next`, or sets the call's `answer`, or throws. */
export type Rule = Middleware<DefaultState, CallState>;

/** Who calls. Only rules behind the judged token may ask. */
export function callerOf({ caller }: Call): TokenActor {
  if (caller === null) throw new TypeError('A rule asked for the caller before the token was judged.');
  return caller;
}
