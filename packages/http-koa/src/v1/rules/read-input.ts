import { ShaonError } from '@shaon/core';
import { type Input, safeValidateQuery, type Validated } from '@shaon/core/extension';
import { type Call, callerOf, type V1Context } from '../call.ts';
import type { BodyReader } from '../request-body.ts';
import type { V1 } from '../v1-parts.ts';
import { noteIgnored } from './note-query.ts';

/**
 * Validates query and body, only here. Errors of the query are reported together with those of the body's fields and
 * with those that need the database (D:K6). If the record of the path does not exist, the answer is 404 even when the
 * query or the body is invalid too.
 */
export async function readInput<Query, Body>(
  { services, options }: V1,
  ctx: V1Context,
  queryInput: Input<Query>,
  bodyReader: BodyReader<Body>,
): Promise<{ readonly query: Validated<Query>; readonly body: Body }> {
  const { shaonCall: call } = ctx;
  const query = safeValidateQuery(queryInput, call.query);
  const reading = bodyReader.read(ctx.req, options.log, query.errors);
  // The 404 does not wait for a body that arrives slowly.
  const isSlow = call.id > 0 && !ctx.req.complete && !(await isSettledSoon(reading));
  if (isSlow) await assertEmployeeExists(services, call);
  try {
    const { body, ignored } = await reading;
    noteIgnored(call, ignored);
    return { query: query.value as Validated<Query>, body };
  } catch (refusal) {
    if (call.id > 0 && !isSlow) await assertEmployeeExists(services, call);
    throw refusal;
  }
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

/** Every `{id}` of SPEC 4 is an employee's. */
async function assertEmployeeExists({ employees, employeeWrites }: V1['services'], call: Call): Promise<void> {
  if (employeeWrites === null) {
    await employees.get(callerOf(call), call.id);
  } else if (!(await employeeWrites.exists(callerOf(call), call.id))) {
    throw new ShaonError('not_found', 'Not found.');
  }
}
