import {
  type CountedFeature,
  type CountedRows,
  DAYS_AND_MONTHS,
  defineCountTable,
} from '../database/counts/counted-rows.ts';
import { type LeaveRequestRow, leaveRequestTable } from './leave-request.ts';

/** The properties of a request that decide where it is counted. */
export type CountedRequest = Pick<LeaveRequestRow, 'date' | 'status' | 'type'>;

/** The type comes last, because it is free text. */
const FEATURES: readonly CountedFeature<CountedRequest>[] = [
  { name: 'status', column: 'status', of: ({ status }) => status },
  { name: 'type', column: 'type', of: ({ type }) => type },
];

/** How many requests, without cancelled ones, each mix of status and type has in a day and in a month. */
export const leaveCountTable = defineCountTable('shaon_leave_count', FEATURES);

export const countedLeave: CountedRows<CountedRequest> = {
  counts: leaveCountTable,
  buckets: DAYS_AND_MONTHS,
  features: FEATURES,
  table: leaveRequestTable,
  isCounted: 'a.cancelled_at IS NULL',
};
