import { type Input, safeValidateQuery } from '../../src/input/validate.ts';
import { type Validated, valueOrThrow } from '../../src/input/validated.ts';

/** The query's value; throws `invalid_input`. */
export const validateQuery = <T>(input: Input<T>, query: Readonly<Record<string, unknown>>): Validated<T> =>
  valueOrThrow(safeValidateQuery(input, query));
