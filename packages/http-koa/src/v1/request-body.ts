import type { IncomingMessage } from 'node:http';
import { type CoreLog, type InputErrors, InvalidInputError, type ValidationResult } from '@shaon/core';
import { type Input, safeValidate, unknownNames } from '@shaon/core/extension';
import { readJsonBody } from './read-json-body.ts';

/** The result of reading a body. */
interface ReadBody<Body> {
  readonly body: Body;
  /** Names in the body that the operation does not know (D:W1). */
  readonly ignored: readonly string[];
}

/** How a route reads its body. */
export interface BodyReader<Body> {
  /** The known fields; null if the operation takes no body. */
  readonly input: Input<unknown> | null;
  /** Throws the errors of the query, or adds them to those of the body. */
  read(request: IncomingMessage, log: CoreLog, queryErrors: InputErrors): Promise<ReadBody<Body>>;
}

/** For an operation without a body; a body that is sent is ignored (D:F2). */
export const noBody: BodyReader<null> = {
  input: null,
  async read(_request, _log, queryErrors) {
    if (Object.keys(queryErrors).length > 0) throw new InvalidInputError(queryErrors);
    return { body: null, ignored: [] };
  },
};

/**
 * A JSON object, validated only here. The handler gets the result instead of the value, because the service reports
 * the errors of query and fields together with those that need the database (D:K6, W23).
 */
export function jsonBody<T>(input: Input<T>): BodyReader<ValidationResult<T>> {
  return {
    input,
    async read(request, log, queryErrors) {
      const given = await readJsonBody(request, log);
      const body = safeValidate(input, given);
      Object.assign(body.errors, queryErrors);
      return { body, ignored: unknownNames(input, given) };
    },
  };
}
