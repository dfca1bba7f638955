import { DAYS_AND_MONTHS, defineCountedRows, STATUS } from '../database/counts/counted-rows.ts';
import { LEAVE_STATUSES, type LeaveRequestRow, leaveRequestTable } from './leave-request.ts';

/** The properties of a request that decide where it is counted. */
export type CountedRequest = Pick<LeaveRequestRow, 'date' | 'status' | 'type' | 'cancelledAt'>;

/** How many requests, without cancelled ones, each mix of status and type has in a day and in a month. */
export const countedLeave = defineCountedRows<CountedRequest>('shaon_leave_count', {
  buckets: DAYS_AND_MONTHS,
  // The type comes last, because it is free text.
  features: [STATUS, { name: 'type', column: 'type', of: ({ type }) => type }],
  split: { feature: STATUS, values: LEAVE_STATUSES },
  table: leaveRequestTable,
  goneSince: { column: 'cancelled_at', of: ({ cancelledAt }) => cancelledAt },
});
