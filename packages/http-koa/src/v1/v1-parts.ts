import type {
  AttendanceReads,
  CallAudit,
  Clock,
  CoreLog,
  EmployeeExistence,
  EmployeeReads,
  EmployeeWrites,
  LeaveReads,
  OrganizationReads,
  ShiftReads,
  TokenChecks,
} from '@shaon/core';
import type { ResolvedV1Options } from './options.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * What the routes use: all of it stands in a `Core`, and a host may put an implementation of its own in the place of
 * each. docs/ports.md says what every method must do.
 */
export interface V1Services {
  /** Without the methods that write, the API has no operation that changes an employee (D:H19). */
  readonly employees: EmployeeReads | EmployeePort;
  readonly attendance: AttendanceReads;
  readonly organization: OrganizationReads;
  readonly leave: LeaveReads;
  readonly shifts: ShiftReads;
  readonly tokens: TokenChecks;
  readonly audit: CallAudit;
  readonly clock: Clock;
  /** The log of `createCore`, which the option `log` takes the place of. */
  readonly extension: { readonly log: CoreLog };
}

/** Employees that can be read and changed. */
export interface EmployeePort extends EmployeeReads, EmployeeExistence, EmployeeWrites {}

/** The services as the routes know them: what writes employees apart, and null where the host's own only reads. */
export interface ServedServices extends Omit<V1Services, 'employees' | 'extension'> {
  readonly employees: EmployeeReads;
  readonly employeeWrites: (EmployeeExistence & EmployeeWrites) | null;
}

/** What the rules work with. */
export interface V1 {
  readonly services: ServedServices;
  readonly options: ResolvedV1Options;
  readonly limit: RateLimit;
}
