import { object } from 'yup';
import { listOf } from '../input/list-field.ts';
import { referenceId } from '../input/number-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

const units = () => listOf(referenceId(), { max: 500 }).nullable();

export const managerLimitInput = defineInput(object({ department_ids: units(), branch_ids: units() }), {
  isClosed: true,
});
/**
 * The departments and branches of a manager's people, each list with at least one id; if both are given, both must hold.
 * An absent or null one does not matter, and without both the manager sees the whole company.
 */
export type NewManagerLimit = InputOf<typeof managerLimitInput>;
