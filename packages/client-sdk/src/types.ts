import type { components, operations } from './wire.ts';

type Schemas = components['schemas'];

/*
 * The wire's shapes by name. Types are closed unions only if the contract closes them (a leave request's status, the
 * salary type); all other sets are strings. Fields that a later version adds are kept.
 */

/** One working day of an employee, times with their offset. `location` comes only with `attendance:location:read`. */
export type Attendance = Schemas['Attendance'];
/** Where the first punch in and the last punch out were made; null where the device did not say. */
export type AttendanceLocation = Schemas['AttendanceLocation'];
/** Degrees, and the accuracy that the device reported, in metres. */
export type GpsPoint = NonNullable<Schemas['GpsPoint']>;
/** An employee; `status` is `active` or `frozen` today. */
export type Employee = Schemas['Employee'];
/** A department or branch by id and name. */
export type OrgRef = NonNullable<Schemas['OrgRef']>;
/** A department of the company. */
export type Department = Schemas['Department'];
/** A branch of the company; its address may be null. */
export type Branch = Schemas['Branch'];
/** A request for one date. `type` is a label that the company configured, usually Hebrew: an open string. */
export type LeaveRequest = Schemas['LeaveRequest'];
/** The only status that is a closed set in the contract. */
export type LeaveStatus = Schemas['LeaveStatus'];
/** A wage preset: `wage_percentage` 150 is time and a half. Times are `HH:MM` and may run over midnight. */
export type Shift = Schemas['Shift'];
/** What a token may hold (SPEC 5). */
export type Ability = Schemas['Ability'];

/**
 * The input type of a caller: an optional member may be present and undefined, which leaves it out. Without this,
 * compilers that check optional members exactly (`exactOptionalPropertyTypes`) would refuse it.
 */
type Given<Input> = Input extends unknown
  ? { [Name in keyof Input]: object extends Pick<Input, Name> ? Input[Name] | undefined : Input[Name] }
  : never;

/** The rate of this salary type is given, the other one may be. */
type Paid<
  Type extends Schemas['NewEmployee']['salary_type'],
  Rate extends 'hourly_rate' | 'global_salary',
> = Schemas['NewEmployee'] & { salary_type: Type } & {
  [Name in Rate]: number;
};

/** Body of POST /employees: `hourly_rate` with `salary_type: 'hourly'`, `global_salary` with `'global'`. */
export type NewEmployee = Given<Paid<'hourly', 'hourly_rate'> | Paid<'global', 'global_salary'>>;
/** Body of PATCH /employees/{id}: a missing field keeps its value, null clears it where null is allowed. */
export type EmployeeChanges = Given<Schemas['EmployeeChanges']>;
/** Answer of freeze and reactivate: `message` is for people, in the language of the company or of `language`. */
export type EmployeeStatusChange = Schemas['EmployeeStatusEnvelope'];

/** Query of GET /attendance. Dates are `YYYY-MM-DD`, both inclusive. */
export type AttendanceFilter = Given<NonNullable<operations['listAttendance']['parameters']['query']>>;
/** Query of GET /employees. */
export type EmployeeFilter = Given<NonNullable<operations['listEmployees']['parameters']['query']>>;
/** Query of GET /leave. Dates are `YYYY-MM-DD`, both inclusive. */
export type LeaveFilter = Given<NonNullable<operations['listLeave']['parameters']['query']>>;

/** URLs of other pages; `prev` and `next` are null at the ends. */
export type PageLinks = Schemas['PageLinks'];
/** The page's number, the last page's number, records per page, and records in total. */
export type PageMeta = Schemas['PageMeta'];

/** One page of a paginated list, as the service sent it. */
export interface Page<Item> {
  data: Item[];
  links: PageLinks;
  meta: PageMeta;
}
