import { generatedBigId, integer, text } from '../database/columns.ts';
import {
  type CountBuckets,
  type CountedFeature,
  type CountedRows,
  kindCheck,
} from '../database/counts/counted-rows.ts';
import { defineTable } from '../database/table.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';

/** The properties of an employee that decide where they are counted. */
export type CountedEmployee = Pick<EmployeeRow, 'id' | 'departmentId' | 'branchId' | 'status'>;

const FEATURES: readonly CountedFeature<CountedEmployee>[] = [
  { name: 'department', column: 'department_id', of: ({ departmentId }) => departmentId },
  { name: 'branch', column: 'branch_id', of: ({ branchId }) => branchId },
  { name: 'status', column: 'status', of: ({ status }) => status },
];

/**
 * Ids per count: a page begins at most half a block from a block's end. Adding up 200 counts of 200,000 employees takes
 * as long as passing over 3,000 ids, so wider blocks would save little, and a page would look at more rows.
 */
export const BLOCK = 1_000;

const BLOCKS_COUNTED_AT_ONCE = 50;

const BLOCKS_OF_IDS: CountBuckets<CountedEmployee> = {
  columns: [['block', 'integer']],
  of: ({ id }) => [[Math.floor(id / BLOCK)]],
  finest: ['block', `a.id / ${BLOCK}`],
  within: () => [['block']],
  recountRanges: {
    column: 'id',
    select: () => 'a.id',
    beforeAll: 0,
    endOf: (id) => (Math.floor(Number(id) / BLOCK) + BLOCKS_COUNTED_AT_ONCE) * BLOCK - 1,
  },
};

/** How many employees each mix of department, branch and status has among the ids of a block. */
export const employeeCountTable = defineTable({
  name: 'shaon_employee_count',
  columns: {
    id: generatedBigId,
    companyId: integer,
    kind: text,
    member: text,
    /** The block of ids from `block` times `BLOCK` on. */
    block: integer,
    /** A partial row may be below 0. */
    total: integer,
  },
  indices: [{ columns: ['companyId', 'kind', 'member', 'block'] }],
  refersToCompany: true,
  checks: { kind: kindCheck(FEATURES) },
});

export const countedEmployees: CountedRows<CountedEmployee> = {
  counts: employeeCountTable,
  buckets: BLOCKS_OF_IDS,
  features: FEATURES,
  table: employeeTable,
  isCounted: '1 = 1',
};
