import { EVENT_TYPES, type EventType } from '@shaon/core';
import { canonicalInteger, defineInput, issue, listOf, oneOf, textField } from '@shaon/core/input';
import { object } from 'yup';

/** At least one type, all from the catalogue (D:V17). */
const eventTypes = () => listOf(oneOf(EVENT_TYPES));

/** The address guard checks the URL; here it is only required. */
const url = () => textField({ max: 10_000 });

/** A new endpoint, as an admin enters it (SPEC 6, Webhooks). */
export const newEndpointInput = defineInput(
  object({
    url: url().required(issue('required')),
    events: eventTypes().required(issue('required')),
    description: textField({ max: 255 }).nullable(),
    max_inflight: canonicalInteger({ min: 1, max: 100 }),
  }),
);

/** The values that can change later; an absent member stays as it is. */
export const endpointChangeInput = defineInput(
  object({
    url: url(),
    events: eventTypes(),
    description: textField({ max: 255 }).nullable(),
    max_inflight: canonicalInteger({ min: 1, max: 100 }),
  }),
);

/** How long an old secret still verifies, in hours; at most a week (D:V15). */
export const rotationInput = defineInput(object({ overlap_hours: canonicalInteger({ max: 168 }) }));

/** A new endpoint: an `https://` URL with public addresses (D:V18), and at least one event (D:V17). */
export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description?: string | null | undefined;
  /** Attempts that may be in flight to it at the same time, 1 to 100. */
  readonly max_inflight?: number | undefined;
}

/** An absent member is kept; the URL is checked like a new one (D:V18). */
export type EndpointChange = Partial<NewEndpoint>;
