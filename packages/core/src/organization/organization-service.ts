import type { ServiceParts } from '../service-parts.ts';
import { createOrganizationReads, type OrganizationCounts, type OrganizationReads } from './organization-reads.ts';
import {
  createOrganizationWrites,
  type OrganizationWriteParts,
  type OrganizationWrites,
} from './organization-writes.ts';

/** A company's departments and branches. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface OrganizationService extends OrganizationReads, OrganizationCounts, OrganizationWrites {}

export function createOrganizationService(parts: ServiceParts & OrganizationWriteParts): OrganizationService {
  return { ...createOrganizationReads(parts), ...createOrganizationWrites(parts) };
}
