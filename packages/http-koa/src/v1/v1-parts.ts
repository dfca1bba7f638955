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
 * The services that the routes use: a `Core` has all of them, and a host may replace each with its own implementation.
 * docs/ports.md specifies every method.
 */
export interface V1Services {
  /** Without the writing methods, the API has no operation that changes an employee (D:H19). */
  readonly employees: EmployeeReads | EmployeePort;
  readonly attendance: AttendanceReads;
  readonly organization: OrganizationReads;
  readonly leave: LeaveReads;
  readonly shifts: ShiftReads;
  readonly tokens: TokenChecks;
  readonly audit: CallAudit;
  readonly clock: Clock;
  /** The log of `createCore`; the option `log` overrides it. */
  readonly extension: { readonly log: CoreLog };
}

/** Employees that can be read and changed. */
export interface EmployeePort extends EmployeeReads, EmployeeExistence, EmployeeWrites {}

/** The services as the routes use them; `employeeWrites` is null if the host's own service only reads. */
export interface ServedServices extends Omit<V1Services, 'employees' | 'extension'> {
  readonly employees: EmployeeReads;
  readonly employeeWrites: (EmployeeExistence & EmployeeWrites) | null;
}

/** The parts that the rules use. */
export interface V1 {
  readonly services: ServedServices;
  readonly options: ResolvedV1Options;
  readonly limit: RateLimit;
}
