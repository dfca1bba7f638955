import type { TestConfig } from 'yup';
import { issue } from './issue.ts';

/** Refuses an absent or null value if the field `other` is `value` (D:W14). */
export function requiredIf(other: string, value: string): TestConfig<unknown> {
  return {
    name: 'required_if',
    message: issue('required_if', { other, value }),
    test(given) {
      return (given !== undefined && given !== null) || this.parent[other] !== value;
    },
  };
}
