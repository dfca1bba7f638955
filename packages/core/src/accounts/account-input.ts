import { object } from 'yup';
import { emailAddress } from '../input/email-field.ts';
import { issue } from '../input/issue.ts';
import { referenceId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

/** The first admin of a company, as the operator names them. */
export const newAdminInput = defineInput(
  object({
    name: text({ max: 255 }).required(issue('required')),
    email: emailAddress().required(issue('required')),
  }),
);
/** The first admin of a company; the e-mail address is unique in the whole system. */
export type NewAdmin = InputOf<typeof newAdminInput>;

/** An account without a staff row. One of the staff gets their role by `setRole`. */
export const newAccountInput = defineInput(
  object({
    name: text({ max: 255 }).required(issue('required')),
    email: emailAddress().required(issue('required')),
    role: oneOf(['admin', 'manager']).required(issue('required')),
  }),
  { prohibited: ['company_id', 'password'] },
);
/** A log-in for somebody who is no employee: name, e-mail address and role `admin` or `manager`. */
export type NewAccount = InputOf<typeof newAccountInput>;

export const accountChangeInput = defineInput(object({ name: text({ max: 255 }), email: emailAddress() }), {
  prohibited: ['company_id', 'password', 'role'],
});
/** Name and e-mail address of an account without a staff row; an absent one is kept (D:W32). */
export type AccountChange = InputOf<typeof accountChangeInput>;

/** The role of one of the staff. */
export const staffRoleInput = defineInput(
  object({
    employee_id: referenceId().required(issue('required')),
    role: oneOf(['employee', 'manager', 'admin']).required(issue('required')),
  }),
);
/** One of the staff and the role that their log-in gets. */
export type StaffRole = InputOf<typeof staffRoleInput>;
