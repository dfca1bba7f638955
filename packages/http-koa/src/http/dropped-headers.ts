import type { IncomingMessage, Server } from 'node:http';

/** Node's own limit, for a server that has no `maxHeadersCount`. */
const DEFAULT_COUNT = 1_000;

/**
 * Whether Node may have dropped headers of a request: above its server's `maxHeadersCount` it does so without a sign,
 * also with what a proxy has added at the end. Its parser passes headers on in groups, so that a request which has just
 * as many may have had more.
 */
export function hasDroppedHeaders({ rawHeaders, socket }: IncomingMessage): boolean {
  const { server } = socket as { server?: Pick<Server, 'maxHeadersCount'> | null };
  const count = server?.maxHeadersCount ?? DEFAULT_COUNT;
  return count > 0 && rawHeaders.length >= count * 2;
}
