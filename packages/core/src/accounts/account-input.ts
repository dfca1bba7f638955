import { object } from 'yup';
import { emailAddress } from '../input/contact-fields.ts';
import { issue } from '../input/issue.ts';
import { referenceId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

/** A company's first admin, as the operator enters them. */
export const newAdminInput = defineInput(
  object({
    name: text({ max: 255 }).required(issue('required')),
    email: emailAddress().required(issue('required')),
  }),
  { isClosed: true },
);
/** A company's first admin; the e-mail address is unique in the whole system. */
export type NewAdmin = InputOf<typeof newAdminInput>;

/** An account without a staff row; `setRole` changes a staff member's role. */
export const newAccountInput = defineInput(
  object({
    name: text({ max: 255 }).required(issue('required')),
    email: emailAddress().required(issue('required')),
    role: oneOf(['admin', 'manager']).required(issue('required')),
  }),
  { isClosed: true },
);
/** A log-in for a person who is not an employee: name, e-mail address and role `admin` or `manager`. */
export type NewAccount = InputOf<typeof newAccountInput>;

export const accountChangeInput = defineInput(object({ name: text({ max: 255 }), email: emailAddress() }), {
  isClosed: true,
});
/** Name and e-mail address of an account without a staff row; an absent one is kept (D:W32). */
export type AccountChange = InputOf<typeof accountChangeInput>;

/** A staff member's new role. */
export const staffRoleInput = defineInput(
  object({
    employee_id: referenceId().required(issue('required')),
    role: oneOf(['employee', 'manager', 'admin']).required(issue('required')),
  }),
  { isClosed: true },
);
/** A staff member and the new role of their log-in. */
export type StaffRole = InputOf<typeof staffRoleInput>;
