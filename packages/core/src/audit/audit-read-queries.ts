import type { AllCompanies } from '../database/all-companies.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import type { Dialect } from '../database/dialect.ts';
import type { SqlValue } from '../database/sql.ts';
import { companySql, everyCompanySql } from '../database/statement.ts';
import { type AuditFilter, auditConditions } from './audit-filter.ts';
import { type AuditRow, auditTable } from './audit-row.ts';

/** A step through the audit, newest first: rows with an id below `before`. */
export interface AuditStep {
  readonly before: number | null;
  readonly limit: number;
}

/** Rows of the scope's company, newest first, by the primary key or the company's index. */
export async function companyAudit(scope: CompanyScope, filter: AuditFilter, step: AuditStep): Promise<AuditRow[]> {
  const { conditions, values } = auditConditions(filter, 2);
  const { selection, rest } = partsOf(scope.dialect, conditions, values.length + 2, step);
  const statement = companySql`SELECT ${selection} FROM ${auditTable} a ${rest}`;
  return (await scope.rows(statement, [...values, ...boundsOf(step)])).map(auditTable.fromDatabase);
}

/** Rows of every company and of none: the operator's view (D:U1). `companyId` null is "of no company". */
export async function operatorAudit(
  all: AllCompanies,
  filter: AuditFilter & { readonly company_id?: number | null | undefined },
  step: AuditStep,
): Promise<AuditRow[]> {
  const { conditions, values } = auditConditions(filter, 1);
  if (filter.company_id === null) conditions.push('company_id IS NULL');
  else if (filter.company_id !== undefined) {
    values.push(filter.company_id);
    conditions.push(`company_id = $${values.length}`);
  }
  const { selection, rest } = partsOf(all.dialect, conditions, values.length + 1, step);
  const statement = everyCompanySql`SELECT ${selection} FROM ${auditTable} a ${rest}`;
  return (await all.rows(statement, [...values, ...boundsOf(step)])).map(auditTable.fromDatabase);
}

/** What both statements have in common. */
function partsOf(
  dialect: Dialect,
  conditions: readonly string[],
  next: number,
  step: AuditStep,
): { selection: string; rest: string } {
  const all = step.before === null ? [...conditions] : [...conditions, `id < $${next + 1}`];
  const where = all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`;
  return { selection: auditTable.selection(dialect), rest: `${where} ORDER BY id DESC LIMIT $${next}` };
}

function boundsOf(step: AuditStep): SqlValue[] {
  return step.before === null ? [step.limit] : [step.limit, step.before];
}

/** A token that met taken addresses or ID numbers in many calls of one hour (D:W10). */
export interface ConflictBurst {
  readonly companyId: number;
  readonly tokenId: number;
  readonly tokenName: string;
  /** The hour's beginning, UTC. */
  readonly hour: Date;
  /** Calls that met one. */
  readonly conflicts: number;
}

const HOUR_MS = 3_600_000;
const HOUR_OF = { sqlite: `at / ${HOUR_MS}`, postgres: 'floor(extract(epoch FROM at) / 3600)' } as const;
/** In the detail of a call that was refused for a taken value: `{"errors":{"email":["unique"]}}`. */
const MARK = `detail LIKE '%"errors":{%"unique"%'`;

export async function companyBursts(scope: CompanyScope, since: Date, atLeast: number): Promise<ConflictBurst[]> {
  const { selection, rest } = burstParts(scope.dialect, 2);
  const statement = companySql`SELECT ${selection} FROM ${auditTable} a ${rest}`;
  return (await scope.rows(statement, [since, atLeast])).map(toBurst);
}

export async function operatorBursts(all: AllCompanies, since: Date, atLeast: number): Promise<ConflictBurst[]> {
  const { selection, rest } = burstParts(all.dialect, 1);
  const statement = everyCompanySql`SELECT ${selection} FROM ${auditTable} a ${rest}`;
  return (await all.rows(statement, [since, atLeast])).map(toBurst);
}

function burstParts(dialect: Dialect, first: number): { selection: string; rest: string } {
  const hour = HOUR_OF[dialect];
  return {
    selection: `company_id, token_id, MAX(token_name) AS token_name, ${hour} AS hour, COUNT(*) AS conflicts`,
    rest: `WHERE at >= $${first} AND token_id IS NOT NULL AND ${MARK}
      GROUP BY company_id, token_id, ${hour} HAVING COUNT(*) >= $${first + 1}
      ORDER BY hour DESC, conflicts DESC, token_id`,
  };
}

function toBurst(row: Readonly<Record<string, unknown>>): ConflictBurst {
  return {
    companyId: Number(row.company_id),
    tokenId: Number(row.token_id),
    tokenName: String(row.token_name),
    hour: new Date(Number(row.hour) * HOUR_MS),
    conflicts: Number(row.conflicts),
  };
}
