import type {
  Ability,
  AttendanceReads,
  Core,
  Input,
  LeaveReads,
  Locale,
  OrganizationReads,
  ShiftReads,
  TokenActor,
  WriteOptions,
} from '@shaon/core';
import type { Answer } from './answer.ts';

/** What of core the routes use: a host may put its own read services in their place. */
export interface V1Services extends Pick<Core, 'employees' | 'tokens' | 'audit' | 'clock' | 'extension'> {
  readonly attendance: AttendanceReads;
  readonly organization: OrganizationReads;
  readonly leave: LeaveReads;
  readonly shifts: ShiftReads;
}

/** A call that has passed every check that needs no knowledge of the operation. */
export interface RouteRequest<Query = unknown> {
  readonly services: V1Services;
  readonly actor: TokenActor;
  /** The `{id}` of the path; 0 where there is none. */
  readonly id: number;
  /** Judged and normalised by the route's own `query`. */
  readonly query: Query;
  /** The recognised parameters as they came, for the links. */
  readonly recognised: readonly (readonly [name: string, value: string])[];
  /** The parsed body; `{}` where the route takes none. */
  readonly body: Readonly<Record<string, unknown>>;
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
  readonly ability: Ability;
  readonly query: Input<unknown>;
  readonly handle: (request: RouteRequest) => Promise<Answer>;
  /** The fields of its JSON body; null where the operation takes none, and one sent is not looked at (D:F2). */
  readonly body: Input<unknown> | null;
}

type Method = 'GET' | 'POST' | 'PATCH';

/** Makes a row, whose handler takes what its `query` gives. */
export function route<Query>(
  method: Method,
  path: string,
  ability: Ability,
  query: Input<Query>,
  handle: (request: RouteRequest<Query>) => Promise<Answer>,
  body: Input<unknown> | null = null,
): Route {
  return { method, path, ability, query, handle: handle as Route['handle'], body };
}
