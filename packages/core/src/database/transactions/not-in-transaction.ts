import { invalidOption, ShaonError } from '../../errors.ts';

/** The error for a manager without an open transaction: its statements would be committed by themselves. */
export function notInTransaction(): ShaonError {
  return invalidOption('{ manager } must belong to an open transaction.');
}

/** The error for an open transaction whose connection has ended: the server has undone it. */
export function connectionLost(): ShaonError {
  return new ShaonError('database_unavailable', 'The connection of this transaction was lost. Try it again.');
}
