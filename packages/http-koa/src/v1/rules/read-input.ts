import type { IncomingMessage } from 'node:http';
import { type CoreLog, type InputErrors, InvalidInputError, ShaonError } from '@shaon/core';
import { type Input, safeValidateQuery, unknownNames } from '@shaon/core/input';
import { type Call, callerOf, type V1Context } from '../call.ts';
import { readJsonBody } from '../read-json-body.ts';
import type { V1 } from '../v1-parts.ts';
import { noteIgnored } from './note-query.ts';

type Body = Readonly<Record<string, unknown>>;

interface ReadBody {
  readonly body: Body;
  /** Names in the body that the operation does not know (D:W1). */
  readonly ignored: readonly string[];
}

/**
 * Validates the query and reads the body, which the service validates, so that the errors of its fields are reported
 * together with those that need the database (D:K6). If the record of the path does not exist, the answer is 404 even
 * when the query or the body is invalid too.
 */
export async function readInput<Query>(
  { services, options }: V1,
  ctx: V1Context,
  queryInput: Input<Query>,
  bodyInput: Input<unknown> | null,
): Promise<{ readonly query: Query; readonly body: Body }> {
  const { shaonCall: call } = ctx;
  const query = safeValidateQuery(queryInput, call.query);
  const reading = readBody(ctx.req, options.log, bodyInput, query.errors);
  // The 404 does not wait for a body that arrives slowly.
  const isSlow = call.id > 0 && !ctx.req.complete && !(await isSettledSoon(reading));
  if (isSlow) await assertEmployeeExists(services, call);
  try {
    const { body, ignored } = await reading;
    noteIgnored(call, ignored);
    return { query: query.value as Query, body };
  } catch (refusal) {
    if (call.id > 0 && !isSlow) await assertEmployeeExists(services, call);
    throw refusal;
  }
}

/**
 * The JSON object of the body; empty for an operation that takes none and ignores one that is sent (D:F2). A parameter
 * that query and body both prohibit is added to the body, so that the service reports it with the other errors.
 */
async function readBody(
  request: IncomingMessage,
  log: CoreLog,
  input: Input<unknown> | null,
  queryErrors: InputErrors,
): Promise<ReadBody> {
  const given = input === null ? {} : await readJsonBody(request, log);
  const refused = Object.keys(queryErrors);
  if (refused.some((name) => !input?.prohibited.includes(name))) throw new InvalidInputError(queryErrors);
  const body = Object.assign(given, Object.fromEntries(refused.map((name) => [name, null])));
  return { body, ignored: input === null ? [] : unknownNames(input, given) };
}

/** Most bodies are there at once; looking for the record before each of them would be another statement. */
const SOON_MS = 100;

async function isSettledSoon(reading: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, SOON_MS, false);
  });
  const settled = () => true as const;
  try {
    return await Promise.race([reading.then(settled, settled), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Every `{id}` of a path is an employee's (SPEC 4). */
async function assertEmployeeExists({ employees, employeeWrites }: V1['services'], call: Call): Promise<void> {
  if (employeeWrites === null) {
    await employees.get(callerOf(call), call.id);
  } else if (!(await employeeWrites.exists(callerOf(call), call.id))) {
    throw new ShaonError('not_found', 'Not found.');
  }
}
