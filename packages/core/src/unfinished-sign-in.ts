import { ShaonError } from './errors.ts';

/** The error for a person whose sign-in is incomplete, if a caller without type checks passes them (D:A15). */
export function signInFirst({ kind }: { readonly kind: string }): ShaonError {
  const message = kind === 'second_factor' ? 'Prove your second factor first.' : 'Choose a password of your own first.';
  return new ShaonError('not_permitted', message);
}
