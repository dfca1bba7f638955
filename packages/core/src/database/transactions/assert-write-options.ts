import { invalidOption } from '../../errors.ts';
import { refuseUnknownOptions } from '../../option-rules.ts';

/** The names of `WriteOptions`. */
const NAMES = { manager: true, withinTransaction: true } as const;

/**
 * A forgotten or misspelt `{ manager }` would leave the caller's transaction, and be committed without it (D:A56).
 * Throws `options_invalid`.
 */
export function assertWriteOptions(options: { readonly [Name in keyof typeof NAMES]?: unknown }): void {
  if (typeof options !== 'object' || options === null) throw invalidOption('The options of a write are an object.');
  if ('queryRunner' in options) throw invalidOption("Pass the transaction's manager as { manager }.");
  refuseUnknownOptions('This write', options, NAMES);
  const { manager, withinTransaction } = options;
  if (manager !== undefined && (typeof manager !== 'object' || manager === null || !('queryRunner' in manager))) {
    throw invalidOption('manager is the EntityManager of an open transaction.');
  }
  if (withinTransaction !== undefined && typeof withinTransaction !== 'function') {
    throw invalidOption('withinTransaction is a function.');
  }
}
