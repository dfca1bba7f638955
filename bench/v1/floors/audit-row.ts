import { randomUUID } from 'node:crypto';
import type { TokenFacts } from './call.ts';

export const AUDIT_COLUMNS =
  'company_id, at, kind, caller, token_id, token_name, token_prefix, method, route, path, query, ip, status, duration_us, request_id';

export type AuditValues = readonly (string | number | Date | null)[];

/** The row of one call, in the order of the columns. */
export function auditValues(
  token: TokenFacts,
  call: {
    method: string;
    route: string;
    path: string;
    query: string | null;
    ip: string;
    started: number;
    status: number;
  },
  at: number | Date,
): AuditValues {
  return [
    token.company,
    at,
    'api',
    `token ${token.name} (${token.prefix})`,
    token.id,
    token.name,
    token.prefix,
    call.method,
    call.route,
    call.path,
    call.query,
    call.ip,
    call.status,
    Math.round((performance.now() - call.started) * 1_000),
    randomUUID(),
  ];
}
