import { object } from 'yup';
import { ABILITY_NAMES } from '../ability-names.ts';
import { instant } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { listOf } from '../input/list-field.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

/** A new token: its name, its abilities (at least one, D:K10), and its expiry (D:K7). */
export const newTokenInput = defineInput(
  object({
    name: text({ max: 255 }).required(issue('required')),
    abilities: listOf(oneOf(ABILITY_NAMES)).required(issue('required')),
    expires_at: instant().nullable(),
  }),
  { isClosed: true },
);

export type NewToken = InputOf<typeof newTokenInput>;

/** The values that may change later; the abilities never do (D:K11). */
export const tokenChangeInput = defineInput(
  object({
    name: text({ max: 255 }),
    expires_at: instant().nullable(),
  }),
  { isClosed: true },
);

export type TokenChange = InputOf<typeof tokenChangeInput>;
