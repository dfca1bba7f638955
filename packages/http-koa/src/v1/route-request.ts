import type { Locale, TokenActor, WriteOptions } from '@shaon/core';
import type { Judged } from '@shaon/core/extension';
import type { ServedServices } from './v1-parts.ts';

/** A call that has passed every rule: what its handler gets. */
export interface RouteRequest<Query = unknown, Body = unknown> {
  readonly services: ServedServices;
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
