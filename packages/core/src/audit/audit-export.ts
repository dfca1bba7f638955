import { csvText } from '../csv-text.ts';
import type { AuditRow } from './audit-row.ts';

/** CSV with a header line, or one JSON object per line. */
export type AuditFormat = 'csv' | 'jsonl';

/** Column → value, in the order of the export. */
const COLUMNS: Readonly<Record<string, (row: AuditRow) => string | number | null>> = {
  id: (row) => row.id,
  at: (row) => row.at.toISOString(),
  kind: (row) => row.kind,
  action: (row) => row.action,
  caller: (row) => row.caller,
  token_id: (row) => row.tokenId,
  token_name: (row) => row.tokenName,
  token_prefix: (row) => row.tokenPrefix,
  login_id: (row) => row.loginId,
  method: (row) => row.method,
  route: (row) => row.route,
  path: (row) => row.path,
  query: (row) => row.query,
  ignored: (row) => row.ignored,
  ip: (row) => row.ip,
  status: (row) => row.status,
  duration_us: (row) => row.durationUs,
  request_id: (row) => row.requestId,
  detail: (row) => row.detail,
};
const OPERATOR_COLUMNS = { company_id: (row: AuditRow) => row.companyId, ...COLUMNS };

/** The text of some rows. */
export function auditText(
  rows: readonly AuditRow[],
  format: AuditFormat,
  options: { readonly isFirst: boolean; readonly forOperator: boolean },
): string {
  const columns = Object.entries(options.forOperator ? OPERATOR_COLUMNS : COLUMNS);
  if (format === 'jsonl') {
    return rows
      .map((row) => `${JSON.stringify(Object.fromEntries(columns.map(([name, of]) => [name, of(row)])))}\n`)
      .join('');
  }
  const cells = rows.map((row) => columns.map(([, of]) => of(row)));
  return csvText(
    cells,
    columns.map(([name]) => name),
    options,
  );
}
