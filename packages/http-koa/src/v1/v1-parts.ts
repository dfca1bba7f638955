import type { AttendanceReads, Core, LeaveReads, OrganizationReads, ShiftReads } from '@shaon/core';
import type { ResolvedV1Options } from './options.ts';
import type { RateLimit } from './rate-limit.ts';

/** What of core the routes use: a host may put its own read services in their place. */
export interface V1Services extends Pick<Core, 'employees' | 'tokens' | 'audit' | 'clock' | 'extension'> {
  readonly attendance: AttendanceReads;
  readonly organization: OrganizationReads;
  readonly leave: LeaveReads;
  readonly shifts: ShiftReads;
}

/** What the rules work with. */
export interface V1 {
  readonly services: V1Services;
  readonly options: ResolvedV1Options;
  readonly limit: RateLimit;
}
