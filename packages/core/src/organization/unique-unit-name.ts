import { lockCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { listBranches, listDepartments } from './organization-queries.ts';
import type { OrganizationUnit } from './organization-references.ts';

/** An option of the writes that name a department or a branch. */
export interface UniqueUnitName {
  /**
   * Refuses a name that another department, or another branch, has, without regard to case and spaces (D:O5):
   * `invalid_input`. Default false, because other systems may have such names.
   */
  readonly uniqueName?: boolean | undefined;
}

const LISTS = { department: listDepartments, branch: listBranches } as const;

/** Makes writes that name a unit run one after the other, so that each knows the others' names. Before any other lock. */
export async function lockUnitNames(company: CompanyTransaction, isUnique: boolean | undefined): Promise<void> {
  if (isUnique === true) await lockCompany(company);
}

/**
 * D:O5: people cannot tell two units of one name apart. A unit may keep the name that it has. Throws `invalid_input`.
 * Called after `lockUnitNames`.
 *
 * @param before the name of the unit that is renamed; null for a new one
 */
export async function assertNameIsFree(
  company: CompanyTransaction,
  isUnique: boolean | undefined,
  unit: OrganizationUnit,
  name: string,
  before: string | null,
): Promise<void> {
  const key = nameKey(name);
  if (isUnique !== true || (before !== null && nameKey(before) === key)) return;
  const isTaken = (await LISTS[unit](company)).some((one) => nameKey(one.name) === key);
  if (isTaken) throw invalidField('name', issue('unique'));
}

/** Equal for names that differ only in case and spaces. */
const nameKey = (name: string): string => name.replaceAll(/\s+/g, ' ').toLowerCase();
