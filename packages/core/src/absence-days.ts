import type { Actor } from './actor.ts';
import type { AttendanceRecord } from './attendance/attendance-record.ts';
import type { AttendanceService } from './attendance/attendance-service.ts';
import type { Database, WriteOptions } from './database/database.ts';
import { ShaonError } from './errors.ts';
import type { LeaveRequest } from './leave/leave-queries.ts';
import type { LeaveService } from './leave/leave-service.ts';

/** What joins leave and attendance, which know nothing of each other; a product calls it or does not (D:T15). */
export interface AbsenceDays {
  /**
   * Records an absence day for each approved request, all or none. Calling it again changes nothing. Throws
   * `state_conflict` for a request that is not approved, `not_found`, `ability_missing`, `not_permitted`.
   */
  recordForLeave(actor: Actor, leaveRequestIds: readonly number[], options?: WriteOptions): Promise<AttendanceRecord[]>;
}

export function createAbsenceDays(parts: {
  readonly database: Database;
  readonly leave: Pick<LeaveService, 'get'>;
  readonly attendance: Pick<AttendanceService, 'recordAbsence'>;
}): AbsenceDays {
  const { database, leave, attendance } = parts;
  return {
    async recordForLeave(actor, leaveRequestIds, options = {}) {
      const requests: LeaveRequest[] = [];
      for (const id of leaveRequestIds) requests.push(await leave.get(actor, id));
      const undecided = requests.find((request) => request.status !== 'approved');
      if (undecided !== undefined) {
        throw new ShaonError('state_conflict', 'Only approved leave becomes an absence day.', { id: undecided.id });
      }
      return database.write(actor, 'absenceDays.recordForLeave', options, async ({ manager }) => {
        const days: AttendanceRecord[] = [];
        for (const { employee_id, date, type } of requests) {
          days.push(await attendance.recordAbsence(actor, { employee_id, date, absence_type: type }, { manager }));
        }
        return days;
      });
    },
  };
}
