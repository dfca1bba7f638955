import type { CompanyReads } from '@shaon/core/extension';
import { createDeliveryReads, type DeliveryReads } from './delivery-reads.ts';
import { createDeliveryWrites, type DeliveryWriteParts, type DeliveryWrites } from './delivery-writes.ts';

/** What the web interface shows and does with deliveries. All methods throw `not_permitted` for all but admins. */
export interface DeliveryService extends DeliveryReads, DeliveryWrites {}

export function createDeliveryService(
  parts: DeliveryWriteParts & { readonly database: CompanyReads },
): DeliveryService {
  return { ...createDeliveryReads(parts), ...createDeliveryWrites(parts) };
}
