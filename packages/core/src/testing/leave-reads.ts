import type { LeaveFilter, LeaveRequest } from '../leave/leave-queries.ts';
import type { LeaveReads } from '../leave/leave-reads.ts';
import { type ContractCase, once, type ReadsSample } from './contract-case.ts';
import { byDateAndId, dateFrom, dateTo } from './date-filters.ts';
import { type ListContract, listCases } from './list-contract.ts';
import { bigId, date, flag, instant, oneOf, orNull, smallId, text } from './shape.ts';

const LIST: ListContract<LeaveReads, LeaveRequest, LeaveFilter> = {
  list: (reads, actor, filter, page) => reads.list(actor, filter, page),
  ability: 'leave:read',
  shape: {
    id: bigId,
    employee_id: smallId,
    date,
    type: text,
    status: oneOf('pending', 'approved', 'rejected'),
    manager_note: orNull(text),
    has_document: flag,
    created_at: instant,
    updated_at: instant,
  },
  compare: byDateAndId,
  filters: {
    date_from: dateFrom,
    date_to: dateTo,
    employee_id: { valueOf: (request) => request.employee_id, unknown: 0 },
    status: { valueOf: (request) => request.status },
    type: {
      valueOf: (request) => request.type,
      // D:Q19: exact after trim and NFC on both sides.
      spellings: (type) => [` ${type}\u00A0`, type.normalize('NFD'), type.normalize('NFC')],
      unknown: 'no such label',
    },
  },
};

/** The contract of a host's own LeaveReads. `make` runs once, with the first case. */
export function leaveReadsContract(
  make: () => Promise<ReadsSample<LeaveReads, LeaveRequest>> | ReadsSample<LeaveReads, LeaveRequest>,
): ContractCase[] {
  return listCases(LIST, once(make));
}
