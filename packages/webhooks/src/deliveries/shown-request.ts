import type { EndpointRow } from '../endpoints/endpoint.ts';
import { requestHeaders, SIGNATURE_HEADERS, TIMESTAMP_HEADER } from '../request-headers.ts';
import type { AttemptSummary, DeliverySummary } from './delivery-queries.ts';

/** Replaces a masked value. */
const MASK = '…';

/** One header of an attempt. */
export interface ShownHeader {
  readonly name: string;
  /**
   * Null if the value is not stored. Of a signature only the form is shown, because with it the request could be sent
   * again.
   */
  readonly value: string | null;
  readonly isMasked: boolean;
}

/** The stored parts of one attempt's request; missing parts are not made up. */
export interface ShownRequest {
  readonly attempt: number;
  readonly method: 'POST';
  /** The endpoint's URL with the values of its query masked. */
  readonly url: string;
  /**
   * Whether the endpoint is unchanged since the attempt. The URL is not stored with an attempt, so before an edit it
   * may have been another.
   */
  readonly urlIsAsSent: boolean;
  readonly headers: readonly ShownHeader[];
  readonly body: string;
  /** When the attempt began; null for a future one. `webhook-timestamp` was about that time. */
  readonly startedAt: Date | null;
}

/** The request of an attempt that was made or, if `attempt` is null, of the next one, with the number `number`. */
export function shownRequest(
  delivery: DeliverySummary & { readonly body: string },
  endpoint: Pick<EndpointRow, 'url' | 'createdAt' | 'updatedAt'>,
  number: number,
  attempt: AttemptSummary | null,
): ShownRequest {
  const { id: deliveryId, eventType: type, trigger, body } = delivery;
  const masked = { service: `sha256=${MASK}`, standard: `v1,${MASK}`, timestamp: null };
  const headers = requestHeaders<string | null>({ deliveryId, type, isTest: trigger === 'test', number }, masked);
  const startedAt = attempt?.startedAt ?? null;
  return {
    attempt: number,
    method: 'POST',
    url: maskedUrl(endpoint.url),
    urlIsAsSent: startedAt === null || endpoint.updatedAt === null || endpoint.updatedAt <= startedAt,
    headers: Object.entries(headers).map(([name, value]) => ({
      name,
      value: name === TIMESTAMP_HEADER ? null : value,
      isMasked: name === SIGNATURE_HEADERS.service || name === SIGNATURE_HEADERS.standard,
    })),
    body,
    startedAt,
  };
}

/** A URL without the values of its query, which may be secrets. */
function maskedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  if (search === '') return origin + pathname;
  const pairs = search.slice(1).split('&');
  const masked = pairs.map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${MASK}` : MASK));
  return `${origin}${pathname}?${masked.join('&')}`;
}
