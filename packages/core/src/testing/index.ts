export type { AttendanceSample } from './attendance-reads.ts';
export { attendanceReadsContract } from './attendance-reads.ts';
export type { Capabilities } from './capabilities.ts';
export type { ContractCase, ReadsSample } from './contract-case.ts';
export { employeeReadsContract } from './employee-reads.ts';
export { leaveReadsContract } from './leave-reads.ts';
export type { OrganizationSample } from './organization-reads.ts';
export { organizationReadsContract } from './organization-reads.ts';
export { shiftReadsContract } from './shift-reads.ts';
