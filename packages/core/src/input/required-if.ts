import type { TestConfig } from 'yup';
import { issue } from './issue.ts';

/** By this name `picked-schemas.ts` recognises that an absent field must be checked. */
export const REQUIRED_IF = 'required_if';

/** Refuses an absent or null value if the field `other` is `value` (D:W14). */
export function requiredIf(other: string, value: string): TestConfig<unknown> {
  return {
    name: REQUIRED_IF,
    message: issue('required_if', { other, value }),
    test(given) {
      return (given !== undefined && given !== null) || this.parent[other] !== value;
    },
  };
}
