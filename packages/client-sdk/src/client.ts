import { resolveOptions, type ShaonClientOptions } from './options.ts';
import { type AttendanceResource, attendanceResource } from './resources/attendance.ts';
import {
  type BranchesResource,
  completeList,
  type DepartmentsResource,
  type ShiftsResource,
} from './resources/complete-lists.ts';
import { type EmployeesResource, employeesResource } from './resources/employees.ts';
import { type LeaveResource, leaveResource } from './resources/leave.ts';
import { createSend } from './send-request.ts';

/**
 * A company's Shaon API. One client for each token; it keeps no connection of its own and needs no closing.
 *
 * ```ts
 * const shaon = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token });
 * for await (const day of shaon.attendance.list({ date_from: '2026-10-01' })) console.log(day.date, day.check_in);
 * ```
 */
export class ShaonClient {
  readonly attendance: AttendanceResource;
  readonly employees: EmployeesResource;
  readonly departments: DepartmentsResource;
  readonly branches: BranchesResource;
  readonly leave: LeaveResource;
  readonly shifts: ShiftsResource;

  /** @throws ShaonOptionsError naming the option that is missing, malformed or unknown. */
  constructor(options: ShaonClientOptions) {
    const send = createSend(resolveOptions(options));
    this.attendance = attendanceResource(send);
    this.employees = employeesResource(send);
    this.departments = completeList(send, '/departments');
    this.branches = completeList(send, '/branches');
    this.leave = leaveResource(send);
    this.shifts = completeList(send, '/shifts');
  }
}
