import type { AttemptResult } from '../src/dispatch/send-attempt.ts';

/** Results of attempts that no test sent. */
export const SUCCESS: AttemptResult = {
  outcome: 'success',
  status: 200,
  errorCode: null,
  durationMs: 1,
  remoteAddress: '127.0.0.1',
  excerpt: '',
};
export const FAILURE: AttemptResult = { ...SUCCESS, outcome: 'server_error', status: 500 };
