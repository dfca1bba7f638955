import { generatedId, integer, word } from '../database/sql/columns.ts';
import type { PeopleLimit } from '../database/sql/people-limit.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';
import type { OrganizationUnit } from './organization-references.ts';

/**
 * The departments and branches to which managers' log-ins are limited (D:A110); a log-in without a row sees the whole
 * company. A row whose unit was removed stays without it, so that its manager does not see more than before.
 */
export const managerLimitTable = defineTable({
  name: 'shaon_manager_limit',
  columns: {
    id: generatedId,
    companyId: integer,
    loginId: integer,
    kind: word<OrganizationUnit>(),
    departmentId: integer.nullable,
    branchId: integer.nullable,
  },
  uniques: [
    ['companyId', 'loginId', 'departmentId'],
    ['companyId', 'loginId', 'branchId'],
  ],
  references: { loginId: 'shaon_login', departmentId: 'shaon_department', branchId: 'shaon_branch' },
  checks: {
    kind: `"kind" IN ('department', 'branch')`,
    unit: `("kind" = 'department' OR "department_id" IS NULL) AND ("kind" = 'branch' OR "branch_id" IS NULL)`,
  },
});

export type ManagerLimitRow = RowOf<typeof managerLimitTable>;

/** The ids of departments and branches to which somebody is limited; null where they do not matter. */
export type UnitIds = Pick<PeopleLimit, 'departments' | 'branches'>;

/**
 * The units of a log-in's rows, which have `kind`, `department_id` and `branch_id`: null without a row of the kind, and
 * empty once its last department or branch was removed. Then nobody is within the limit.
 */
export function unitsOfLimit(rows: readonly RawRow[]): UnitIds {
  const idsOf = (kind: OrganizationUnit): number[] | null => {
    const own = rows.filter((row) => row.kind === kind).map((row) => row[`${kind}_id`]);
    return own.length === 0 ? null : own.filter((id) => id !== null).map(Number);
  };
  return { departments: idsOf('department'), branches: idsOf('branch') };
}
