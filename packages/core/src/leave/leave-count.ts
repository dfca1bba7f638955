import { DAYS_AND_MONTHS, defineCountedRows } from '../database/counts/counted-rows.ts';
import { type LeaveRequestRow, leaveRequestTable } from './leave-request.ts';

/** The properties of a request that decide where it is counted. */
export type CountedRequest = Pick<LeaveRequestRow, 'date' | 'status' | 'type'>;

/** How many requests, without cancelled ones, each mix of status and type has in a day and in a month. */
export const countedLeave = defineCountedRows<CountedRequest>('shaon_leave_count', {
  buckets: DAYS_AND_MONTHS,
  // The type comes last, because it is free text.
  features: [
    { name: 'status', column: 'status', of: ({ status }) => status },
    { name: 'type', column: 'type', of: ({ type }) => type },
  ],
  table: leaveRequestTable,
  isCounted: 'a.cancelled_at IS NULL',
});
