import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { authorize } from '../permissions.ts';
import { type Branch, type Department, listBranches, listDepartments } from './organization-queries.ts';

/** Reading departments and branches; a host with its own may bring its own implementation. */
export interface OrganizationReads {
  /** All departments of the company, by id ascending (SPEC 4, GET /departments). */
  departments(actor: Actor): Promise<Department[]>;
  /** All branches of the company, by id ascending (SPEC 4, GET /branches). */
  branches(actor: Actor): Promise<Branch[]>;
}

export function createOrganizationReads({ database }: { readonly database: CompanyReads }): OrganizationReads {
  return {
    async departments(actor) {
      authorize(actor, 'organization.read');
      return listDepartments(database.read(actor));
    },

    async branches(actor) {
      authorize(actor, 'organization.read');
      return listBranches(database.read(actor));
    },
  };
}
