import type { components, operations } from './wire.ts';

type Schemas = components['schemas'];

/*
 * The wire's shapes by name. Unions are closed only where the contract closes them (a leave request's status, the
 * salary type); everything else that looks like a set is a string. Fields that a later version adds are kept.
 */

export type Attendance = Schemas['Attendance'];
export type AttendanceLocation = Schemas['AttendanceLocation'];
export type GpsPoint = NonNullable<Schemas['GpsPoint']>;
export type Employee = Schemas['Employee'];
export type OrgRef = NonNullable<Schemas['OrgRef']>;
export type Department = Schemas['Department'];
export type Branch = Schemas['Branch'];
export type LeaveRequest = Schemas['LeaveRequest'];
export type LeaveStatus = Schemas['LeaveStatus'];
export type Shift = Schemas['Shift'];
export type Ability = Schemas['Ability'];

/** Body of POST /employees: `hourly_rate` with `salary_type: 'hourly'`, `global_salary` with `'global'`. */
export type NewEmployee = Schemas['NewEmployee'];
/** Body of PATCH /employees/{id}: a missing field keeps its value, null clears it where null is allowed. */
export type EmployeeChanges = Schemas['EmployeeChanges'];
/** Answer of freeze and reactivate: `message` is for people, in the language of the company or of `language`. */
export type EmployeeStatusChange = Schemas['EmployeeStatusEnvelope'];

/** Query of GET /attendance. Dates are `YYYY-MM-DD`, both inclusive. */
export type AttendanceFilter = NonNullable<operations['listAttendance']['parameters']['query']>;
/** Query of GET /employees. */
export type EmployeeFilter = NonNullable<operations['listEmployees']['parameters']['query']>;
/** Query of GET /leave. Dates are `YYYY-MM-DD`, both inclusive. */
export type LeaveFilter = NonNullable<operations['listLeave']['parameters']['query']>;

export type PageLinks = Schemas['PageLinks'];
export type PageMeta = Schemas['PageMeta'];

/** One page of a paginated list, as the service sent it. */
export interface Page<Item> {
  data: Item[];
  links: PageLinks;
  meta: PageMeta;
}
