import type { ResponseInfo } from './hooks.ts';
import type { CallOptions } from './options.ts';
import type { Answer } from './read-response.ts';
import type { Call, Send } from './send-request.ts';

/** The data of a call, and the answer's status, headers and request id. */
export interface WithResponse<Data> {
  data: Data;
  response: ResponseInfo;
}

/**
 * A call that has been sent: a promise of its data. `withResponse()` also returns the answer's status, headers and
 * request id.
 *
 * ```ts
 * const employee = await shaon.employees.get(17);
 * const { data, response } = await shaon.employees.get(17).withResponse();
 * ```
 */
export interface ShaonCall<Data> extends Promise<Data> {
  /**
   * The data with the answer, of the same request.
   * @throws ShaonError as the call itself does.
   */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Sends a call; errors in its arguments reject the promise, like every other error. */
export function startCall<Data>(
  send: Send,
  makeCall: () => Call,
  options: CallOptions | undefined,
  read: (answer: Answer) => Data,
): ShaonCall<Data> {
  const answered = answerOf(send, makeCall, options, read);
  const data = answered.then((both) => both.data);
  const withResponse = () => {
    // The caller gets a failure from the promise that they use, so the other promise must not report it as unhandled.
    data.catch(() => undefined);
    return answered.then((both) => both);
  };
  return Object.assign(data, { withResponse });
}

async function answerOf<Data>(
  send: Send,
  makeCall: () => Call,
  options: CallOptions | undefined,
  read: (answer: Answer) => Data,
): Promise<WithResponse<Data>> {
  const answer = await send(makeCall(), options);
  return { data: read(answer), response: answer.response };
}
