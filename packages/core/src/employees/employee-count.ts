import { integer } from '../database/columns.ts';
import { BY_UNIT_AND_STATUS, type CountBuckets, defineCountedRows, STATUS } from '../database/counts/counted-rows.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';

/** The properties of an employee that decide where they are counted. */
export type CountedEmployee = Pick<EmployeeRow, 'id' | 'departmentId' | 'branchId' | 'status'>;

/**
 * Ids per count: a page begins at most half a block from a block's end. Adding up 200 counts of 200,000 employees takes
 * as long as passing over 3,000 ids, so wider blocks would save little, and a page would look at more rows.
 */
export const BLOCK = 1_000;

const BLOCKS_COUNTED_AT_ONCE = 50;

const BLOCKS_OF_IDS: CountBuckets<CountedEmployee> = {
  /** The block of ids from `block` times `BLOCK` on. */
  columns: { block: integer },
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
export const countedEmployees = defineCountedRows<CountedEmployee>('shaon_employee_count', {
  buckets: BLOCKS_OF_IDS,
  features: BY_UNIT_AND_STATUS,
  split: { feature: STATUS, values: ['active', 'frozen'] },
  table: employeeTable,
});
