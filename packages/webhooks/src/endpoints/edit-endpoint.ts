import type { EventType } from '@shaon/core';
import { type Changes, type CompanyTransaction, changesOf, type Locked } from '@shaon/core/storage';
import { type EndpointRow, endpointTable } from './endpoint.ts';
import { endpointEventTable } from './endpoint-event.ts';
import { subscribe } from './endpoint-queries.ts';

/** The new values of an endpoint; undefined ones stay as they are. */
interface Edit {
  readonly url?: string | undefined;
  readonly description: string | undefined;
  readonly max_inflight?: number | undefined;
  readonly events?: readonly EventType[] | undefined;
}

/** Facts about an edit for the audit: of a URL only its origin, because path and query may be secrets. */
type EditFacts = {
  readonly changed: readonly string[];
  readonly changes?: Changes;
  readonly events?: readonly string[];
};

/** Writes the values that differ; returns facts for the audit, null if nothing differs. */
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
  // Later than the previous edit, even within one millisecond.
  const updatedAt = new Date(Math.max(now.getTime(), (endpoint.updatedAt ?? endpoint.createdAt).getTime() + 1));
  await company.update(endpointTable, endpoint, { url, description, maxInflight, updatedAt });
  const changes = changesOf(
    { ...present, url: new URL(endpoint.url).origin },
    { description, max_inflight: maxInflight, url: url === undefined ? undefined : new URL(url).origin },
  );
  return { changed, ...changes, ...(changed.includes('events') && { events: events as readonly string[] }) };
}

async function differs(company: CompanyTransaction, endpointId: number, events: readonly string[]): Promise<boolean> {
  const present = new Set((await company.lockAll(endpointEventTable, { endpointId })).map(({ type }) => type));
  const wanted = new Set(events);
  return present.size !== wanted.size || [...wanted].some((type) => !present.has(type));
}
