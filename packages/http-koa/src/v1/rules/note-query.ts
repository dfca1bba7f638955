import { recognisedParameters, unknownParameters } from '@shaon/core/extension';
import type { Call, Rule } from '../call.ts';
import { ignoredNamesHeader } from '../ignored-names.ts';
import { NO_QUERY, readQuery } from '../query-string.ts';

/** Notes what the query holds, and names in `X-Ignored-Parameters` what the operation does not know (D:Q10). */
export const noteQuery: Rule = (ctx, next) => {
  const { shaonCall: call } = ctx;
  noteParameters(call);
  tellIgnored(call);
  return next();
};

/** Notes what a call asked for that was refused before its query was read: one over the limit, a revoked token's (D:U4). */
export function noteQueryForAudit(call: Call): void {
  if (!call.isQueryNoted) noteParameters(call);
}

/** Adds names of the body to those that were ignored (D:W1). */
export function noteIgnored(call: Call, names: readonly string[]): void {
  if (names.length === 0) return;
  call.ignored = [...call.ignored, ...names];
  tellIgnored(call);
}

function noteParameters(call: Call): void {
  call.isQueryNoted = true;
  call.query = readQuery(call.queryString);
  if (call.query === NO_QUERY) return;
  call.recognised = recognisedParameters(call.queryInput, call.query);
  call.ignored = unknownParameters(call.queryInput, call.query);
}

function tellIgnored(call: Call): void {
  if (call.ignored.length === 0) return;
  const header = ignoredNamesHeader(call.ignored);
  if (header !== null) call.headers['X-Ignored-Parameters'] = header;
}
