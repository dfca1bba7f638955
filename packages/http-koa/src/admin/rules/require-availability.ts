import type { Admin } from '../admin-parts.ts';
import type { PageRule } from '../page-context.ts';
import { PageError } from '../page-errors.ts';

/** Refuses pages while the host drains or migrates (D:H14). */
export function requireAvailability({ options }: Admin): PageRule {
  return (_ctx, next) => {
    if (!options.isAvailable()) throw new PageError('unavailable');
    return next();
  };
}
