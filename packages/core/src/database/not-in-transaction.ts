import { ShaonError } from '../errors.ts';

/** The error for a manager without an open transaction: its statements would be committed by themselves. */
export function notInTransaction(): ShaonError {
  return new ShaonError('options_invalid', '{ manager } must belong to an open transaction.');
}
