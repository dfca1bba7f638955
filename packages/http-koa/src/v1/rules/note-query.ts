import { recognisedParameters, unknownParameters } from '@shaon/core/input';
import type { Call, Rule } from '../call.ts';
import { ignoredNamesHeader } from '../ignored-names.ts';
import { NO_QUERY, readQuery } from '../query-string.ts';

/** Notes the query's parameters, and names those that the operation does not know in `X-Ignored-Parameters` (D:Q10). */
export const noteQuery: Rule = (ctx, next) => {
  const { shaonCall: call } = ctx;
  noteParameters(call);
  setIgnoredHeader(call);
  return next();
};

/** Notes the query of a call that was refused before: over the limit, or with a revoked token (D:U4). */
export function noteQueryForAudit(call: Call): void {
  if (!call.isQueryNoted) noteParameters(call);
}

/** Adds the body's unknown names to the ignored ones (D:W1). */
export function noteIgnored(call: Call, names: readonly string[]): void {
  if (names.length === 0) return;
  call.ignored = [...call.ignored, ...names];
  setIgnoredHeader(call);
}

function noteParameters(call: Call): void {
  call.isQueryNoted = true;
  call.query = readQuery(call.queryString);
  if (call.query === NO_QUERY) return;
  call.recognised = recognisedParameters(call.queryInput, call.query);
  call.ignored = unknownParameters(call.queryInput, call.query);
}

function setIgnoredHeader(call: Call): void {
  if (call.ignored.length === 0) return;
  const header = ignoredNamesHeader(call.ignored);
  if (header !== null) call.headers['X-Ignored-Parameters'] = header;
}
