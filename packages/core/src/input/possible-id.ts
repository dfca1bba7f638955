import { notFound } from '../errors.ts';
import { MAX_ID } from './number-fields.ts';

/** The greatest id of what grows without bound: attendance, leave, audit, delivery, message. */
export const MAX_BIG_ID: number = Number.MAX_SAFE_INTEGER;

/** Whether a record could have this id: ids begin at 1 and end where their column does. */
export function isPossibleId(id: unknown, greatest: number = MAX_ID): id is number {
  return Number.isInteger(id) && (id as number) >= 1 && (id as number) <= greatest;
}

/**
 * What cannot be an id (1.5, NaN, −1, a text) is like an id that was never given: `not_found` on either
 * database, of which one would refuse the statement and the other find nothing (SPEC 7; D:E6).
 */
export function assertPossibleId(id: unknown, thing: string, greatest: number = MAX_ID): asserts id is number {
  if (!isPossibleId(id, greatest)) throw notFound(thing);
}
