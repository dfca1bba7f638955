import { type EventType, ShaonError, type WriteOptions } from '@shaon/core';
import type { CompanyTransaction, Locked } from '@shaon/core/extension';
import { type EndpointRow, endpointTable } from './endpoint.ts';
import { endpointEventTable } from './endpoint-event.ts';
import { subscribe } from './endpoint-queries.ts';

/** How an edit is made. */
export interface EditOptions extends WriteOptions {
  /** The `updatedAt` of the endpoint that the editor has seen: a later edit of somebody else is not overwritten. */
  readonly unchangedSince?: Date;
}

/** What an endpoint is to be; what is undefined stays as it is. */
interface Edit {
  readonly url: string | undefined;
  readonly description: string | undefined;
  readonly max_inflight?: number | undefined;
  readonly events?: readonly EventType[] | undefined;
}

/** What the audit says of an edit: names of fields, and of a URL its origin, because path and query may be secrets. */
interface EditFacts {
  readonly [name: string]: string | readonly string[];
  readonly changed: readonly string[];
}

/** Of two who edit an endpoint at once, the second is told. Throws `state_conflict`. */
export function assertUnchanged(endpoint: EndpointRow, since: Date | undefined): void {
  const updatedAt = endpoint.updatedAt ?? endpoint.createdAt;
  if (since === undefined || updatedAt.getTime() === since.getTime()) return;
  throw new ShaonError('state_conflict', 'Somebody else has changed the endpoint: look at it again.', { updatedAt });
}

/** Writes what differs from what is there; gives what the audit says of it, null when nothing differs. */
export async function editEndpoint(
  company: CompanyTransaction,
  endpoint: Locked<EndpointRow>,
  { url, description, max_inflight: maxInflight, events }: Edit,
  now: Date,
): Promise<EditFacts | null> {
  const wanted = { url, description, max_inflight: maxInflight };
  const present = { url: endpoint.url, description: endpoint.description, max_inflight: endpoint.maxInflight };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const changed: string[] = names.filter((name) => wanted[name] !== undefined && wanted[name] !== present[name]);
  if (events !== undefined && (await differs(company, endpoint.id, events))) {
    await subscribe(company, endpoint.id, events);
    changed.push('events');
  }
  if (changed.length === 0) return null;
  // Later than the edit before it, also within one millisecond.
  const updatedAt = new Date(Math.max(now.getTime(), (endpoint.updatedAt ?? endpoint.createdAt).getTime() + 1));
  await company.update(endpointTable, endpoint, { url, description, maxInflight, updatedAt });
  const { origin } = new URL(endpoint.url);
  return {
    changed,
    ...(changed.includes('url') && { old_origin: origin, new_origin: new URL(url ?? endpoint.url).origin }),
    ...(changed.includes('events') && { events: events as readonly string[] }),
  };
}

async function differs(company: CompanyTransaction, endpointId: number, events: readonly string[]): Promise<boolean> {
  const present = new Set((await company.lockAll(endpointEventTable, { endpointId })).map(({ type }) => type));
  const wanted = new Set(events);
  return present.size !== wanted.size || [...wanted].some((type) => !present.has(type));
}
