import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

const name = () => text({ max: 255 });
const address = () => text({ max: 255 }).nullable();

export const newDepartmentInput = defineInput(object({ name: name().required(issue('required')) }));
/** Its name, at most 255 characters. */
export type NewDepartment = InputOf<typeof newDepartmentInput>;

export const departmentChangeInput = defineInput(object({ name: name() }));
/** Absent keeps (D:W32). */
export type DepartmentChange = InputOf<typeof departmentChangeInput>;

export const newBranchInput = defineInput(object({ name: name().required(issue('required')), address: address() }));
/** Name, and an address that may be null. */
export type NewBranch = InputOf<typeof newBranchInput>;

/** Absent keeps, null clears the address (D:W32). */
export const branchChangeInput = defineInput(object({ name: name(), address: address() }));
/** Absent keeps, a null address clears it (D:W32). */
export type BranchChange = InputOf<typeof branchChangeInput>;
