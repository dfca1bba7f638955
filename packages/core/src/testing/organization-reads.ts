import type { Branch, Department } from '../organization/organization-queries.ts';
import type { OrganizationReads } from '../organization/organization-reads.ts';
import { type ContractCase, once } from './contract-case.ts';
import { wholeListCases } from './whole-list-contract.ts';

/** A service with the departments and branches of two companies, as it must show them. */
export interface OrganizationSample {
  readonly reads: OrganizationReads;
  readonly companyId: number;
  readonly departments: readonly Department[];
  readonly branches: readonly Branch[];
  readonly foreignCompanyId: number;
  readonly foreignDepartments: readonly Department[];
  readonly foreignBranches: readonly Branch[];
}

/** What a host's own OrganizationReads must do. `make` runs once, when the first case does. */
export function organizationReadsContract(
  make: () => Promise<OrganizationSample> | OrganizationSample,
): ContractCase[] {
  const sample = once(make);
  return [
    ...wholeListCases<Department>(
      { name: 'departments', ability: 'employees:read', fields: ['id', 'name'] },
      async () => {
        const { reads, companyId, foreignCompanyId, departments, foreignDepartments } = await sample();
        const list = reads.departments.bind(reads);
        return { list, companyId, foreignCompanyId, records: departments, foreignRecords: foreignDepartments };
      },
    ),
    ...wholeListCases<Branch>(
      { name: 'branches', ability: 'employees:read', fields: ['id', 'name', 'address'] },
      async () => {
        const { reads, companyId, foreignCompanyId, branches, foreignBranches } = await sample();
        const list = reads.branches.bind(reads);
        return { list, companyId, foreignCompanyId, records: branches, foreignRecords: foreignBranches };
      },
    ),
  ];
}
