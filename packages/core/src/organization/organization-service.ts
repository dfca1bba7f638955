import type { ServiceParts } from '../service-parts.ts';
import { createOrganizationReads, type OrganizationCounts, type OrganizationReads } from './organization-reads.ts';
import {
  createOrganizationWrites,
  type OrganizationWriteParts,
  type OrganizationWrites,
} from './organization-writes.ts';

/** Departments and branches of a company. Unknown and foreign ids are `not_found` alike (SPEC 7). */
export interface OrganizationService extends OrganizationReads, OrganizationCounts, OrganizationWrites {}

export function createOrganizationService(parts: ServiceParts & OrganizationWriteParts): OrganizationService {
  return { ...createOrganizationReads(parts), ...createOrganizationWrites(parts) };
}
