import type { CompanyReads } from '@shaon/core/storage';
import type { EndpointWriteParts } from './audited-endpoint-write.ts';
import { createEndpointReads, type EndpointReads } from './endpoint-reads.ts';
import { createEndpointWrites, type EndpointWrites } from './endpoint-writes.ts';
import { createSecretWrites, type SecretWrites } from './secret-writes.ts';

/** The web interface's acts on endpoints. Every method throws `not_permitted` except for admins and the product. */
export interface EndpointService extends EndpointReads, EndpointWrites, SecretWrites {}

export function createEndpointService(
  parts: EndpointWriteParts & { readonly database: CompanyReads },
): EndpointService {
  return {
    ...createEndpointReads(parts),
    ...createEndpointWrites(parts),
    ...createSecretWrites(parts),
  };
}
