import { array, mixed, object } from 'yup';
import { type Ability, isAbility } from '../abilities.ts';
import { issue } from '../input/issue.ts';
import { text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

/** What an admin says of a new token: its name, its abilities (at least one, D:K10), when it expires (D:K7). */
export const newTokenInput = defineInput(
  object({
    name: text({ max: 255 }).required(issue('required')),
    abilities: array()
      .of(mixed<Ability>((value): value is Ability => isAbility(value)).defined())
      .required(issue('required')),
    expires_at: mixed<Date>(
      (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
    ).nullable(),
  }),
);

export type NewToken = InputOf<typeof newTokenInput>;

/** What may be changed later: never the abilities (D:K11). */
export const tokenChangeInput = defineInput(
  object({
    name: text({ max: 255 }),
    expires_at: mixed<Date>(
      (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime()),
    ).nullable(),
  }),
  { prohibited: ['abilities'] },
);

export type TokenChange = InputOf<typeof tokenChangeInput>;
