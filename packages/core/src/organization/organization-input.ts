import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

const name = () => text({ max: 255 });
const address = () => text({ max: 255 }).nullable();

export const newDepartmentInput = defineInput(object({ name: name().required(issue('required')) }));
export type NewDepartment = InputOf<typeof newDepartmentInput>;

export const departmentChangeInput = defineInput(object({ name: name() }));
export type DepartmentChange = InputOf<typeof departmentChangeInput>;

export const newBranchInput = defineInput(object({ name: name().required(issue('required')), address: address() }));
export type NewBranch = InputOf<typeof newBranchInput>;

/** Absent keeps, null clears the address (D:W32). */
export const branchChangeInput = defineInput(object({ name: name(), address: address() }));
export type BranchChange = InputOf<typeof branchChangeInput>;
