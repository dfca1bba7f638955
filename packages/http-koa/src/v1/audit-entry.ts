import type { AuditEntry, TokenActor } from '@shaon/core';
import { withoutTokens } from '../http/without-tokens.ts';
import { ignoredNamesHeader } from './ignored-names.ts';

/** What the audit will say of a call; filled in as the call goes on. */
export interface CallRecord {
  readonly requestId: string;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly startedAt: number;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  /** False when the request's target is none that HTTP allows; `path` is then the whole of it. */
  readonly isTargetValid: boolean;
  readonly ip: string;
  /** Whose token it is, as far as known, a revoked one's too (D:U1). */
  actor: TokenActor | null;
  /** The template of its path; null for an unknown path. */
  route: string | null;
  /** Recognised parameters as they came (D:U4). */
  recognised: readonly (readonly [name: string, value: string])[];
  ignored: readonly string[];
  /** Why it was refused, or what the answer disclosed: short words and numbers, never values. */
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

// What would end a value or a line, or cannot be stored.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const ESCAPED = /[%&\u0000-\u001F\u007F]/g;

const LOG_IN = /\/\/[^/]*@/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const UNSTORABLE = /[\u0000-\u001F\u007F-\u009F]/g;

/** A judged path as it is. Of a target that is none, what may rest in the audit: no query, no log-in, nothing unstorable. */
function pathText({ path, isTargetValid }: CallRecord): string {
  return withoutTokens(isTargetValid ? path : storable(path)).slice(0, MAX_PATH_LENGTH);
}

function storable(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path.replace(LOG_IN, '//…@').replaceAll(UNSTORABLE, encodeURIComponent).toWellFormed();
}

/** Readable, Hebrew too, but no value can pass for a parameter that was not sent (D:U4). */
function queryText(recognised: CallRecord['recognised']): string | null {
  if (recognised.length === 0) return null;
  const text = recognised.map(([name, value]) => `${name}=${value.replaceAll(ESCAPED, encodeURIComponent)}`).join('&');
  return withoutTokens(text.toWellFormed()).slice(0, MAX_QUERY_LENGTH);
}
