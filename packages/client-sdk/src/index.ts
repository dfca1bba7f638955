export { ShaonClient } from './client.ts';
export type { DebugOptions } from './debug.ts';
export type { ShaonErrorCode, UnexpectedResponseReason } from './errors.ts';
export {
  ForbiddenError,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  ShaonApiError,
  ShaonConnectionError,
  ShaonError,
  ShaonOptionsError,
  ShaonResponseError,
  ShaonTimeoutError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
  ValidationError,
} from './errors.ts';
export type { AttemptInfo, Hooks, ResponseInfo, RetryInfo } from './hooks.ts';
export type { CallOptions, ShaonClientOptions } from './options.ts';
export type { ArrayOptions, Pages } from './pages.ts';
export type { AttendanceResource } from './resources/attendance.ts';
export type {
  BranchesResource,
  CompleteList,
  DepartmentsResource,
  ShiftsResource,
} from './resources/complete-lists.ts';
export type { EmployeesResource } from './resources/employees.ts';
export type { LeaveResource } from './resources/leave.ts';
export type { ShaonCall, WithResponse } from './shaon-call.ts';
export type {
  Ability,
  Attendance,
  AttendanceFilter,
  AttendanceLocation,
  Branch,
  Department,
  Employee,
  EmployeeChanges,
  EmployeeFilter,
  EmployeeStatusChange,
  GpsPoint,
  LeaveFilter,
  LeaveRequest,
  LeaveStatus,
  NewEmployee,
  OrgRef,
  Page,
  PageLinks,
  PageMeta,
  Shift,
} from './types.ts';
export { VERSION } from './version.ts';
