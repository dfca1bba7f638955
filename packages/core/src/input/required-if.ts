import type { TestConfig } from 'yup';
import { issue } from './issue.ts';

/** By this name an absent field is known to be asked for all the same (`picked-schemas.ts`). */
export const REQUIRED_IF = 'required_if';

/** Refuses null and nothing when the field `other` is `value` (D:W14). */
export function requiredIf(other: string, value: string): TestConfig<unknown> {
  return {
    name: REQUIRED_IF,
    message: issue('required_if', { other, value }),
    test(given) {
      return (given !== undefined && given !== null) || this.parent[other] !== value;
    },
  };
}
