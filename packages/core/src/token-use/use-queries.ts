import { auditTable } from '../audit/audit-row.ts';
import { companyTable } from '../companies/company.ts';
import { calendarDateColumn, instant } from '../database/columns.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import type { RawRow } from '../database/sql.ts';
import { type CompanySql, companySql, everyCompany, readByIndex } from '../database/statement.ts';
import { auditMarkTable } from './audit-mark.ts';
import { tokenUseTable } from './token-use.ts';
import type { AuditedCall } from './use-of-call.ts';
import { auditedCall, USE_MARK } from './use-summary-queries.ts';
import { COMBINE, type UseSums } from './use-sums.ts';

/** The sums' mark, and the calls after it. */
export interface UnsummedCalls {
  /** The last audit row that the sums include. */
  readonly mark: number;
  readonly calls: readonly AuditedCall[];
}

const NAMED = `m.name = '${USE_MARK}'`;
// By id only: with an index of the company SQLite would read all of its rows.
const BY_ID: Readonly<Record<Dialect, string>> = { sqlite: 'NOT INDEXED', postgres: '' };
const unsummed = (dialect: Dialect): CompanySql => companySql`SELECT m.audit_id AS mark, a.id, a.company_id, a.token_id,
  ${DIFFERENCES[dialect].instantAsMs('a.at')} AS at, a.method, a.route, a.status, a.detail,
  (SELECT c.zone FROM ${companyTable} c) AS zone
  FROM ${everyCompany(auditMarkTable)} m
  LEFT JOIN ${readByIndex(auditTable, BY_ID[dialect])} a ON a.id > m.audit_id AND a.kind = 'api' AND a.token_id IS NOT NULL
  WHERE ${NAMED} ORDER BY a.id LIMIT $2`;
const UNSUMMED = { sqlite: unsummed('sqlite'), postgres: unsummed('postgres') };

/** The company's calls after the mark, at most `limit`. */
export async function unsummedCalls(scope: CompanyScope, limit: number): Promise<UnsummedCalls> {
  const rows = await scope.rows(UNSUMMED[scope.dialect], [limit]);
  return { mark: Number(rows[0]?.mark ?? 0), calls: rows.filter((row) => row.id !== null).map(auditedCall) };
}

const PROPERTIES = Object.keys(COMBINE) as (keyof UseSums)[];
const FUNCTIONS = { add: 'SUM', least: 'MIN', greatest: 'MAX' } as const;
/** All columns, combined over a group of rows. */
const sumsOf = (dialect: Dialect): string =>
  PROPERTIES.map((property) => {
    const expression = `${FUNCTIONS[COMBINE[property]]}(u.${tokenUseTable.quoted(property)})`;
    return `${tokenUseTable.columns[property].select(dialect, expression)} AS "${property}"`;
  }).join(', ');

/** Sums of a token; `date` or `ability` is '' if they include all of them. */
export interface GroupedUse {
  readonly tokenId: number;
  readonly date: string;
  readonly ability: string;
  readonly sums: UseSums;
}

const byDay = (dialect: Dialect): CompanySql =>
  companySql`SELECT u.token_id, ${DIFFERENCES[dialect].dateAsText('u.date')} AS date, ${sumsOf(dialect)} FROM ${tokenUseTable} u
  WHERE u.date >= $2 AND u.date <= $3 GROUP BY u.token_id, u.date`;
const byAbility = (dialect: Dialect, condition: string): CompanySql =>
  companySql`SELECT u.token_id, u.ability, ${sumsOf(dialect)} FROM ${tokenUseTable} u WHERE ${condition} GROUP BY u.token_id, u.ability`;

const STATEMENTS = {
  byDay: { sqlite: byDay('sqlite'), postgres: byDay('postgres') },
  ofToken: { sqlite: byAbility('sqlite', 'u.token_id = $2'), postgres: byAbility('postgres', 'u.token_id = $2') },
  afterRevocation: { sqlite: byAbility('sqlite', 'u.revoked > 0'), postgres: byAbility('postgres', 'u.revoked > 0') },
  since: { sqlite: byAbility('sqlite', 'u.date >= $2'), postgres: byAbility('postgres', 'u.date >= $2') },
} as const;

/** By token and day, both dates inclusive. */
export async function useByDay(scope: CompanyScope, from: string, to: string): Promise<GroupedUse[]> {
  return (await scope.rows(STATEMENTS.byDay[scope.dialect], [from, to])).map(groupedUse);
}

/** For one token, over all its time, by ability. */
export async function useOfToken(scope: CompanyScope, tokenId: number): Promise<GroupedUse[]> {
  return (await scope.rows(STATEMENTS.ofToken[scope.dialect], [tokenId])).map(groupedUse);
}

/** For all tokens, on days on which they were refused as revoked, by token and ability. */
export async function useAfterRevocation(scope: CompanyScope): Promise<GroupedUse[]> {
  return (await scope.rows(STATEMENTS.afterRevocation[scope.dialect])).map(groupedUse);
}

/** For all tokens since a date, by token and ability. */
export async function useSince(scope: CompanyScope, date: string): Promise<GroupedUse[]> {
  return (await scope.rows(STATEMENTS.since[scope.dialect], [date])).map(groupedUse);
}

function groupedUse(row: RawRow): GroupedUse {
  const number = (property: keyof UseSums) => Number(row[property]);
  return {
    tokenId: Number(row.token_id),
    date: String(row.date ?? ''),
    ability: String(row.ability ?? ''),
    sums: {
      calls: number('calls'),
      accepted: number('accepted'),
      refused: number('refused'),
      revoked: number('revoked'),
      limited: number('limited'),
      failed: number('failed'),
      records: number('records'),
      peopleLeast: number('peopleLeast'),
      peopleMost: number('peopleMost'),
      located: number('located'),
      untold: number('untold'),
      dateFrom: calendarDateColumn.nullable.fromDatabase(row.dateFrom),
      dateTo: calendarDateColumn.nullable.fromDatabase(row.dateTo),
      lastAcceptedAt: instant.nullable.fromDatabase(row.lastAcceptedAt),
    },
  };
}

// 401 and 429 do not count towards the limit (D:R2, R4).
const COUNTED = companySql`SELECT COUNT(*) AS calls FROM ${auditTable} a
  WHERE a.token_id = $2 AND a.at > $3 AND a.kind = 'api' AND a.status NOT IN (401, 429)`;

/** How many calls of a token since an instant counted towards its limit. */
export async function countedCalls(scope: CompanyScope, tokenId: number, since: Date): Promise<number> {
  return Number((await scope.rows(COUNTED, [tokenId, since]))[0]?.calls);
}
