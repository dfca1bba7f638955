import { ShaonError } from '@shaon/core';
import type { Rule } from '../call.ts';

/** Reads the `{id}` of the path, undecoded; an impossible id is a record that does not exist (D:E6). */
export const readPathId: Rule = (ctx, next) => {
  const segment: string | undefined = ctx.captures?.[0];
  if (segment === undefined) return next();
  const id = parsePathId(segment);
  if (id === null) throw new ShaonError('not_found', 'Not found.');
  ctx.shaonCall.id = id;
  return next();
};

/** D:E6: a canonical positive decimal that fits the column. */
function parsePathId(segment: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(segment)) return null;
  const id = Number(segment);
  return id <= 2 ** 31 - 1 ? id : null;
}
