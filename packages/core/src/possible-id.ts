import { notFound } from './errors.ts';

/** The highest id of a 32-bit column, such as a company's or an employee's. */
export const MAX_ID = 2 ** 31 - 1;

/** The highest id of tables that grow without bound: attendance, leave, audit, delivery, message. */
export const MAX_BIG_ID: number = Number.MAX_SAFE_INTEGER;

/** Whether a record could have this id: from 1 to the highest value of its column. */
export function isPossibleId(id: unknown, greatest: number = MAX_ID): id is number {
  return Number.isInteger(id) && (id as number) >= 1 && (id as number) <= greatest;
}

/**
 * Treats an impossible id (1.5, NaN, −1, a text) like an unused one: `not_found` on both databases, although one of
 * them would refuse the statement and the other find nothing (SPEC 7; D:E6).
 */
export function assertPossibleId(id: unknown, thing: string, greatest: number = MAX_ID): asserts id is number {
  if (!isPossibleId(id, greatest)) throw notFound(thing);
}
