import { type Input, safeValidateQuery, valueOrThrow } from '../../src/input/validate.ts';

/** The query's value; throws `invalid_input`. */
export const validateQuery = <T>(input: Input<T>, query: Readonly<Record<string, unknown>>): T =>
  valueOrThrow(safeValidateQuery(input, query));
