import { auditTable } from '../audit/audit-row.ts';
import { companyTable } from '../companies/company.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/dialect.ts';
import type { SqlValue } from '../database/sql.ts';
import { type CompanySql, companySql, everyCompany, readByIndex } from '../database/statement.ts';
import { auditMarkTable, tokenUseTable } from './token-use.ts';
import type { AuditedCall } from './use-of-call.ts';
import { auditedCall, USE_MARK } from './use-summary-queries.ts';
import { COMBINE, type GroupedUse, SUMMED, type UseSums } from './use-sums.ts';

/** The sums' mark, and the calls after it. */
interface UnsummedCalls {
  /** The last audit row that the sums include. */
  readonly mark: number;
  readonly calls: readonly AuditedCall[];
}

const NAMED = `m.name = '${USE_MARK}'`;
// By id only: with an index of the company SQLite would read all of its rows.
const UNSUMMED = eachDialect(
  (dialect) => companySql`SELECT m.audit_id AS mark, a.id, a.company_id, a.token_id,
  ${DIFFERENCES[dialect].instantAsMs('a.at')} AS at, a.method, a.route, a.status, a.detail,
  (SELECT c.zone FROM ${companyTable} c) AS zone
  FROM ${everyCompany(auditMarkTable)} m
  LEFT JOIN ${readByIndex(auditTable, DIFFERENCES[dialect].byId)} a ON a.id > m.audit_id AND a.kind = 'api' AND a.token_id IS NOT NULL
  WHERE ${NAMED} ORDER BY a.id LIMIT $2`,
);

/** The company's calls after the mark, at most `limit`. */
export async function unsummedCalls(scope: CompanyScope, limit: number): Promise<UnsummedCalls> {
  const rows = await scope.rows(UNSUMMED[scope.dialect], [limit]);
  return { mark: Number(rows[0]?.mark ?? 0), calls: rows.filter((row) => row.id !== null).map(auditedCall) };
}

const FUNCTIONS = { add: 'SUM', least: 'MIN', greatest: 'MAX' } as const;
/** All columns, combined over a group of rows. */
const sumsOf = (dialect: Dialect): string =>
  SUMMED.map((property) => {
    const expression = `${FUNCTIONS[COMBINE[property]]}(u.${tokenUseTable.quoted(property)})`;
    return `${tokenUseTable.columns[property].select(dialect, expression)} AS "${property}"`;
  }).join(', ');

/** By token and day, both dates inclusive. */
export function useByDay(scope: CompanyScope, from: string, to: string): Promise<GroupedUse[]> {
  const date = DIFFERENCES[scope.dialect].dateAsText('u.date');
  const statement = companySql`SELECT u.token_id, ${date} AS date, ${sumsOf(scope.dialect)} FROM ${tokenUseTable} u
    WHERE u.date >= $2 AND u.date <= $3 GROUP BY u.token_id, u.date`;
  return groupedUse(scope, statement, [from, to]);
}

/** For one token, over all its time, by ability. */
export function useOfToken(scope: CompanyScope, tokenId: number): Promise<GroupedUse[]> {
  return useByAbility(scope, 'u.token_id = $2', [tokenId]);
}

/** For all tokens, on days on which they were refused as revoked, by token and ability. */
export function useAfterRevocation(scope: CompanyScope): Promise<GroupedUse[]> {
  return useByAbility(scope, 'u.revoked > 0', []);
}

/** For all tokens since a date, by token and ability. */
export function useSince(scope: CompanyScope, date: string): Promise<GroupedUse[]> {
  return useByAbility(scope, 'u.date >= $2', [date]);
}

function useByAbility(scope: CompanyScope, condition: string, values: readonly SqlValue[]): Promise<GroupedUse[]> {
  const statement = companySql`SELECT u.token_id, u.ability, ${sumsOf(scope.dialect)} FROM ${tokenUseTable} u
    WHERE ${condition} GROUP BY u.token_id, u.ability`;
  return groupedUse(scope, statement, values);
}

async function groupedUse(
  scope: CompanyScope,
  statement: CompanySql,
  values: readonly SqlValue[],
): Promise<GroupedUse[]> {
  return (await scope.rows(statement, values)).map((row) => ({
    tokenId: Number(row.token_id),
    date: String(row.date ?? ''),
    ability: String(row.ability ?? ''),
    sums: Object.fromEntries(
      SUMMED.map((property) => [property, tokenUseTable.columns[property].fromDatabase(row[property])]),
    ) as UseSums,
  }));
}

// 401 and 429 do not count towards the limit (D:R2, R4).
const COUNTED = companySql`SELECT COUNT(*) AS calls FROM ${auditTable} a
  WHERE a.token_id = $2 AND a.at > $3 AND a.kind = 'api' AND a.status NOT IN (401, 429)`;

/** How many calls of a token since an instant counted towards its limit. */
export async function countedCalls(scope: CompanyScope, tokenId: number, since: Date): Promise<number> {
  return Number((await scope.rows(COUNTED, [tokenId, since]))[0]?.calls);
}
