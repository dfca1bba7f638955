import { WebhookVerificationError } from './errors.ts';
import { type ReadBody, readAll, tooLarge } from './receive.ts';
import { isBytes, type RawBody } from './verify-webhook.ts';

/** The needed part of Node's IncomingMessage, so that this package does not need Node's types. */
export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string | undefined;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readableEnded?: boolean;
  /** Whether Node has received and parsed the whole request. */
  readableDidRead?: boolean;
}

/**
 * The raw body of a Node request: what an earlier parser kept of it, otherwise the stream itself.
 * @param kept what a body parser may have left, best first: `rawBody`, then `body`
 */
export function nodeBody(request: NodeRequest, kept: readonly unknown[]): ReadBody {
  return async (maximum) => {
    for (const candidate of kept) {
      const raw = rawBody(candidate);
      if (raw !== undefined) return withinLimit(raw, maximum);
    }
    if (request.readableDidRead === true || request.readableEnded === true)
      throw new WebhookVerificationError(
        'body_parsed',
        'A body parser has consumed the request: mount the webhook before it, or let it keep the raw body',
      );
    return await readAll(request, maximum);
  };
}

function rawBody(value: unknown): RawBody | undefined {
  return typeof value === 'string' || isBytes(value) ? value : undefined;
}

function withinLimit(raw: RawBody, maximum: number): RawBody {
  if ((typeof raw === 'string' ? raw.length : raw.byteLength) > maximum) throw tooLarge(maximum);
  return raw;
}
