import type { CompanyReads } from '@shaon/core/storage';
import { createDeliveryReads, type DeliveryReads } from './delivery-reads.ts';
import { createDeliveryWrites, type DeliveryWriteParts, type DeliveryWrites } from './delivery-writes.ts';

/** The web interface's view of deliveries and its acts on them. All methods throw `not_permitted` except for admins. */
export interface DeliveryService extends DeliveryReads, DeliveryWrites {}

export function createDeliveryService(
  parts: DeliveryWriteParts & { readonly database: CompanyReads },
): DeliveryService {
  return { ...createDeliveryReads(parts), ...createDeliveryWrites(parts) };
}
