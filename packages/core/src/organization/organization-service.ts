import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading, longReading } from '../database/readings/reading.ts';
import type { ServiceParts } from '../service-parts.ts';
import { type Branch, type Department, listBranches, listDepartments } from './organization-queries.ts';
import type { OrganizationReferences } from './organization-references.ts';
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

/** Reading departments and branches; a host with its own may pass its own implementation. */
export interface OrganizationReads {
  /** All departments of the company, by id ascending (SPEC 4, GET /departments). */
  departments(actor: Actor): Promise<Department[]>;
  /** All branches of the company, by id ascending (SPEC 4, GET /branches). */
  branches(actor: Actor): Promise<Branch[]>;
}

/** Numbers that pages show besides the API's lists. */
export interface OrganizationCounts {
  /** How many employees each department has, including frozen ones, by its id; omits departments without employees. */
  peopleByDepartment(actor: Actor): Promise<Map<number, number>>;
  /** The same for branches. */
  peopleByBranch(actor: Actor): Promise<Map<number, number>>;
}

export function createOrganizationReads({
  database,
  references,
}: {
  readonly database: CompanyReads;
  readonly references: Pick<OrganizationReferences, 'countAll'>;
}): OrganizationReads & OrganizationCounts {
  return {
    async departments(actor) {
      authorize(actor, 'organization.read');
      return await listDepartments(database.scope(actor, listReading('organization.departments')));
    },

    async branches(actor) {
      authorize(actor, 'organization.read');
      return await listBranches(database.scope(actor, listReading('organization.branches')));
    },

    async peopleByDepartment(actor) {
      authorize(actor, 'organization.read');
      return references.countAll(database.scope(actor, longReading('organization.peopleByDepartment')), 'department');
    },

    async peopleByBranch(actor) {
      authorize(actor, 'organization.read');
      return references.countAll(database.scope(actor, longReading('organization.peopleByBranch')), 'branch');
    },
  };
}
