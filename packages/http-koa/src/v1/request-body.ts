import type { IncomingMessage } from 'node:http';
import type { CoreLog, InputErrors } from '@shaon/core';
import { type Input, type Judgement, judge, unknownNames } from '@shaon/core/extension';
import { readJsonBody } from './read-json-body.ts';

/** A body that was read. */
interface ReadBody<Body> {
  readonly body: Body;
  readonly errors: InputErrors;
  /** Names in it that the operation does not know (D:W1). */
  readonly ignored: readonly string[];
}

/** How a route takes its body. */
export interface BodyReader<Body> {
  /** The fields that it knows; null where the operation takes no body. */
  readonly input: Input<unknown> | null;
  read(request: IncomingMessage, log: CoreLog): Promise<ReadBody<Body>>;
}

/** An operation without a body: one that is sent is not looked at (D:F2). */
export const noBody: BodyReader<null> = {
  input: null,
  read: async () => ({ body: null, errors: {}, ignored: [] }),
};

/**
 * A JSON object, judged here once. The handler gets the judgement and not the value, because the service tells the
 * errors of the fields together with those that only the database shows (D:W23).
 */
export function jsonBody<T>(input: Input<T>): BodyReader<Judgement<T>> {
  return {
    input,
    async read(request, log) {
      const given = await readJsonBody(request, log);
      const body = judge(input, given);
      return { body, errors: body.errors, ignored: unknownNames(input, given) };
    },
  };
}
