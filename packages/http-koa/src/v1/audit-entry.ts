import type { AuditEntry, TokenActor } from '@shaon/core';
import { ignoredNamesHeader } from './ignored-names.ts';
import { withoutTokens } from './without-tokens.ts';

/** What the audit will say of a call; filled in as the call goes on. */
export interface CallRecord {
  readonly requestId: string;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly startedAt: number;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly ip: string;
  /** Whose token it is, as far as known, a revoked one's too (D:U1). */
  actor: TokenActor | null;
  /** The template of its path; null for an unknown path. */
  route: string | null;
  /** Recognised parameters as they came (D:U4). */
  recognised: readonly (readonly [name: string, value: string])[];
  ignored: readonly string[];
  /** Why it was refused: short words, never values. */
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
    path: pathText(call.path),
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

const PLAIN_PATH = /^\/[\u0021-\u003E\u0040-\u007E]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const UNSTORABLE = /[\u0000-\u001F\u007F-\u009F]/g;

/** The path as it came, storable, without tokens, and without a query or a log-in that only a target that is no path has. */
function pathText(path: string): string {
  if (PLAIN_PATH.test(path)) return withoutTokens(path).slice(0, MAX_PATH_LENGTH);
  const [text = ''] = path.split('?', 1);
  const storable = text
    .replace(/\/\/[^/]*@/, '//…@')
    .replaceAll(UNSTORABLE, encodeURIComponent)
    .toWellFormed();
  return withoutTokens(storable).slice(0, MAX_PATH_LENGTH);
}

/** Readable, Hebrew too, but no value can pass for a parameter that was not sent (D:U4). */
function queryText(recognised: CallRecord['recognised']): string | null {
  if (recognised.length === 0) return null;
  const text = recognised.map(([name, value]) => `${name}=${value.replaceAll(ESCAPED, encodeURIComponent)}`).join('&');
  return withoutTokens(text.toWellFormed()).slice(0, MAX_QUERY_LENGTH);
}
