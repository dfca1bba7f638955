import type { Locale, TokenActor, WriteOptions } from '@shaon/core';
import type { ServedServices } from './v1-parts.ts';

/** A call that has passed every rule, for its handler. */
export interface HandlerRequest<Query = unknown> {
  readonly services: ServedServices;
  readonly actor: TokenActor;
  /** The `{id}` of the path; 0 without one. */
  readonly id: number;
  /** Validated and normalised by the route's `query`. */
  readonly query: Query;
  /** The JSON object of the body, for a service that validates it; empty if the route takes none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The recognised parameters as received, for the links. */
  readonly recognised: readonly (readonly [name: string, value: string])[];
  readonly baseUrl: string;
  /** The path without the base address and without a slash at its end. */
  readonly path: string;
  /** The language of localized texts (D:F3); few answers contain one. */
  locale(): Locale;
  /** Passed to a write, it commits the call's audit row with the write (D:U6). */
  writing(status: number): WriteOptions;
}
