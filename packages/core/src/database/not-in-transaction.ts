import { ShaonError } from '../errors.ts';

/** What a manager is refused with whose transaction is over, or never was: its statement would be committed by itself. */
export function notInTransaction(): ShaonError {
  return new ShaonError('options_invalid', '{ manager } must belong to an open transaction.');
}
