/*
 * `@shaon/core/input`: how an input is defined and checked, and the inputs of the API's operations. For our packages
 * that take what callers send; it may change with any release.
 */

export { attendanceQuery } from '../attendance/attendance-input.ts';
export { employeeChangeInput, employeeQuery, newEmployeeInput } from '../employees/employee-input.ts';
export { instant as instantField } from '../input/date-fields.ts';
export { issue } from '../input/issue.ts';
export { listOf } from '../input/list-field.ts';
export { comparedValues } from '../input/list-filter.ts';
export { canonicalInteger } from '../input/number-fields.ts';
export { oneOf, text as textField } from '../input/text-fields.ts';
export {
  defineInput,
  type Input,
  recognisedParameters,
  safeValidate,
  safeValidateQuery,
  unknownNames,
  unknownParameters,
  validate,
  valueOrThrow,
} from '../input/validate.ts';
export { leaveQuery } from '../leave/leave-input.ts';
export { certificates, proxyAddress } from '../option-rules.ts';
