import type { Branch, Department } from '../organization/organization-queries.ts';
import type { OrganizationReads } from '../organization/organization-service.ts';
import type { Capabilities } from './capabilities.ts';
import { type ContractCase, once } from './contract-case.ts';
import { orNull, smallId, text } from './shape.ts';
import { wholeListCases } from './whole-list-contract.ts';

/** A service and the departments and branches of two companies that it must return. */
export interface OrganizationSample {
  readonly reads: OrganizationReads;
  readonly companyId: number;
  readonly departments: readonly Department[];
  readonly branches: readonly Branch[];
  readonly foreignCompanyId: number;
  readonly foreignDepartments: readonly Department[];
  readonly foreignBranches: readonly Branch[];
}

/**
 * The contract of a host's own OrganizationReads. `make` runs once, with the first case; `capabilities` say what the
 * product does not record.
 */
export function organizationReadsContract(
  make: () => Promise<OrganizationSample> | OrganizationSample,
  capabilities: Capabilities = {},
): ContractCase[] {
  const sample = once(make);
  return [
    ...wholeListCases<Department>(
      {
        name: 'departments',
        ability: 'employees:read',
        shape: { id: smallId, name: text },
        isEmpty: capabilities.departments === false,
      },
      async () => {
        const { reads, companyId, foreignCompanyId, departments, foreignDepartments } = await sample();
        const list = reads.departments.bind(reads);
        return { list, companyId, foreignCompanyId, records: departments, foreignRecords: foreignDepartments };
      },
    ),
    ...wholeListCases<Branch>(
      {
        name: 'branches',
        ability: 'employees:read',
        shape: { id: smallId, name: text, address: orNull(text) },
        isEmpty: capabilities.branches === false,
      },
      async () => {
        const { reads, companyId, foreignCompanyId, branches, foreignBranches } = await sample();
        const list = reads.branches.bind(reads);
        return { list, companyId, foreignCompanyId, records: branches, foreignRecords: foreignBranches };
      },
    ),
  ];
}
