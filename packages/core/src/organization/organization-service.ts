import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { createOrganizationReads, type OrganizationCounts, type OrganizationReads } from './organization-reads.ts';
import type { OrganizationReferences } from './organization-references.ts';
import { createOrganizationWrites, type OrganizationWrites } from './organization-writes.ts';

/** A company's departments and branches. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface OrganizationService extends OrganizationReads, OrganizationCounts, OrganizationWrites {}

export function createOrganizationService(parts: {
  readonly database: CompanyReads & CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly references: OrganizationReferences;
}): OrganizationService {
  return { ...createOrganizationReads(parts), ...createOrganizationWrites(parts) };
}
