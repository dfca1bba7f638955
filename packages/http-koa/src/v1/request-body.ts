import type { IncomingMessage } from 'node:http';
import type { CoreLog, InputErrors, ValidationResult } from '@shaon/core';
import { type Input, safeValidate, unknownNames } from '@shaon/core/extension';
import { readJsonBody } from './read-json-body.ts';

/** The result of reading a body. */
interface ReadBody<Body> {
  readonly body: Body;
  readonly errors: InputErrors;
  /** Names in the body that the operation does not know (D:W1). */
  readonly ignored: readonly string[];
}

/** How a route reads its body. */
export interface BodyReader<Body> {
  /** The known fields; null if the operation takes no body. */
  readonly input: Input<unknown> | null;
  read(request: IncomingMessage, log: CoreLog): Promise<ReadBody<Body>>;
}

/** For an operation without a body; a body that is sent is ignored (D:F2). */
export const noBody: BodyReader<null> = {
  input: null,
  read: async () => ({ body: null, errors: {}, ignored: [] }),
};

/**
 * A JSON object, validated only here. The handler gets the result instead of the value, because the service reports
 * the fields' errors together with those that need the database (D:W23).
 */
export function jsonBody<T>(input: Input<T>): BodyReader<ValidationResult<T>> {
  return {
    input,
    async read(request, log) {
      const given = await readJsonBody(request, log);
      const body = safeValidate(input, given);
      return { body, errors: body.errors, ignored: unknownNames(input, given) };
    },
  };
}
