import type { Ability, AuditEntry, TokenActor } from '@shaon/core';
import { withoutTokens } from '../http/without-tokens.ts';
import { ignoredNamesHeader } from './ignored-names.ts';

/** The facts of a call for the audit, collected while the call runs. */
export interface CallRecord {
  readonly requestId: string;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly startedAt: number;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  /** False if HTTP does not allow the request's target; `path` is then the whole target. */
  readonly isTargetValid: boolean;
  readonly ip: string;
  /** The token's actor, if known; also for a revoked token (D:U1). */
  actor: TokenActor | null;
  /** The template of its path; null for an unknown path. */
  route: string | null;
  /** The ability of its route; null for an unknown path or method. */
  ability: Ability | null;
  /** Recognised parameters with their values as received (D:U4). */
  recognised: readonly (readonly [name: string, value: string])[];
  ignored: readonly string[];
  /** Why the call was refused, or what the answer disclosed: short words and numbers, never values. */
  detail: Readonly<Record<string, unknown>> | null;
}

const MAX_PATH_LENGTH = 512;
const MAX_QUERY_LENGTH = 2_048;

/** One row per call (SPEC 1; D:U1 to U6). */
export function auditEntryOf(call: CallRecord, status: number): AuditEntry {
  const { actor } = call;
  return {
    kind: 'api',
    at: call.at,
    companyId: actor?.companyId ?? null,
    caller: actor === null ? null : `token ${actor.tokenName} (${actor.tokenPrefix})`,
    tokenId: actor?.tokenId ?? null,
    tokenName: actor?.tokenName ?? null,
    tokenPrefix: actor?.tokenPrefix ?? null,
    method: call.method,
    route: call.route,
    ability: call.ability,
    path: pathText(call),
    query: queryText(call.recognised),
    ignored: ignoredNamesHeader(call.ignored),
    ip: call.ip,
    status,
    durationUs: Math.floor((performance.now() - call.startedAt) * 1_000),
    requestId: call.requestId,
    detail: call.detail === null ? null : JSON.stringify(call.detail),
  };
}

// Characters that would end a value or a line, or cannot be stored.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const ESCAPED = /[%&\u0000-\u001F\u007F]/g;

const LOG_IN = /\/\/[^/]*@/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const UNSTORABLE = /[\u0000-\u001F\u007F-\u009F]/g;

/** A valid path unchanged. An invalid target without its query, its log-in and characters that cannot be stored. */
function pathText({ path, isTargetValid }: CallRecord): string {
  return withoutTokens(isTargetValid ? path : storable(path)).slice(0, MAX_PATH_LENGTH);
}

function storable(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path.replace(LOG_IN, '//…@').replaceAll(UNSTORABLE, encodeURIComponent).toWellFormed();
}

/** Readable, also Hebrew, but escaped so that no value can look like a parameter that was not sent (D:U4). */
function queryText(recognised: CallRecord['recognised']): string | null {
  if (recognised.length === 0) return null;
  const text = recognised.map(([name, value]) => `${name}=${value.replaceAll(ESCAPED, encodeURIComponent)}`).join('&');
  return withoutTokens(text.toWellFormed()).slice(0, MAX_QUERY_LENGTH);
}
