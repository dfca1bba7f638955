import { generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable } from '../database/sql/table.ts';

/**
 * One call or act, append-only (SPEC 1; D:U1 to U9). Never contains a secret, a body or an unknown parameter's value.
 */
export interface AuditRow {
  id: number;
  /** Null if the company is unknown: for an unknown token (D:U1). */
  companyId: number | null;
  at: Date;
  /** `api` for a call, `admin` for an act of a person (D:U9), `system` for an act of the product or the operator. */
  kind: string;
  /** `employee.create`, `token.revoke`; null for a call. */
  action: string | null;
  /** The caller in words, besides the ids. */
  caller: string | null;
  tokenId: number | null;
  tokenName: string | null;
  tokenPrefix: string | null;
  loginId: number | null;
  method: string | null;
  /** The route's template: `/employees/{id}`. */
  route: string | null;
  /** The ability that the call needs; null for a path or method that the API lacks. */
  ability: string | null;
  /** The concrete path. */
  path: string | null;
  /** Recognised parameters with their values (D:U4). */
  query: string | null;
  /** Names of ignored parameters and fields (D:Q10, W1). */
  ignored: string | null;
  ip: string | null;
  status: number | null;
  durationUs: number | null;
  requestId: string | null;
  /** Why a call was refused, how much it disclosed, or what an act changed: short facts as JSON. */
  detail: string | null;
}

export const auditTable = defineTable<AuditRow>({
  name: 'shaon_audit',
  columns: {
    id: generatedBigId,
    companyId: integer.nullable,
    at: instant,
    kind: text,
    action: text.nullable,
    caller: text.nullable,
    tokenId: integer.nullable,
    tokenName: text.nullable,
    tokenPrefix: text.nullable,
    loginId: integer.nullable,
    method: text.nullable,
    route: text.nullable,
    ability: text.nullable,
    path: text.nullable,
    query: text.nullable,
    ignored: text.nullable,
    ip: text.nullable,
    status: integer.nullable,
    durationUs: integer.nullable,
    requestId: text.nullable,
    detail: text.nullable,
  },
  // Every call has to write each index, so those for rare rows contain only these.
  indices: [
    { columns: ['companyId', 'at', 'id'] },
    { columns: ['companyId', 'tokenId', 'at', 'id'], where: '"token_id" IS NOT NULL' },
    { columns: ['at'] },
    { columns: ['companyId', 'kind', 'at', 'id'], where: `"kind" <> 'api'` },
    { columns: ['companyId', 'loginId', 'at', 'id'], where: '"login_id" IS NOT NULL' },
    { columns: ['companyId', 'at', 'status', 'id'], where: '"status" >= 400' },
  ],
});
