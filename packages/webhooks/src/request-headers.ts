const USER_AGENT = 'Shaon-Webhooks/1.0';

/** The headers whose values come from a secret. */
export const SIGNATURE_HEADERS = { service: 'X-Service-Signature', standard: 'webhook-signature' } as const;

/** The header with the time at which an attempt was signed, in seconds since 1970. */
export const TIMESTAMP_HEADER = 'webhook-timestamp';

/**
 * The delivery's own id: the same for retries, so receivers drop duplicates; new for a resend, so it is not dropped.
 */
export function messageIdOf(deliveryId: number): string {
  return `msg_${deliveryId}`;
}

/** The values for an attempt's headers. */
export interface HeaderParts {
  readonly deliveryId: number;
  readonly type: string;
  readonly isTest: boolean;
  /** The attempt's number. */
  readonly number: number;
}

/**
 * The headers of an attempt, in order. Between attempts only the attempt's number and the time and signature of
 * Standard Webhooks change (D:V7, D:V19). `signed` has the values that signing makes.
 */
export function requestHeaders<Value>(
  { deliveryId, type, isTest, number }: HeaderParts,
  signed: { readonly service: Value; readonly standard: Value; readonly timestamp: Value },
): Record<string, string | Value> {
  const messageId = messageIdOf(deliveryId);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': USER_AGENT,
    [SIGNATURE_HEADERS.service]: signed.service,
    'X-Service-Event': type,
    'X-Service-Delivery': messageId,
    'X-Service-Attempt': String(number),
    'webhook-id': messageId,
    [TIMESTAMP_HEADER]: signed.timestamp,
    [SIGNATURE_HEADERS.standard]: signed.standard,
    ...(isTest && { 'X-Service-Test': '1' }),
  };
}
