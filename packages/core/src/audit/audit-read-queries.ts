import type { AllCompanies } from '../database/sql/all-companies.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { type CompanySql, companySql, everyCompanySql, readByIndex } from '../database/sql/statement.ts';
import { HOUR_MS } from '../time/durations.ts';
import { auditAccess, columnsOf } from './audit-access.ts';
import type { AuditPosition } from './audit-cursor.ts';
import { type AuditFilter, auditConditions } from './audit-filter.ts';
import { type AuditRow, auditTable } from './audit-row.ts';

/** A step through the audit from a position; without one, from the newest row (towards newer rows: from the oldest). */
export interface AuditStep {
  readonly towards: 'older' | 'newer';
  readonly from: AuditPosition | null;
  readonly limit: number;
  /** Rows with a higher id are skipped. */
  readonly lastId?: number;
}

/** Rows in the order of the step. */
export interface AuditRange {
  readonly rows: AuditRow[];
  /** Where the search for rare rows stopped, to be continued there; null if it reached the end. */
  readonly stoppedAt: AuditPosition | null;
}

/** The most rows that one step checks when no index applies a part of the filter: some 10 ms. */
const MAX_ROWS_CHECKED = 10_000;

/** Collects the values of a statement and returns the parameter of each. */
class BoundValues {
  readonly values: SqlValue[] = [];
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  readonly bind = (value: SqlValue): string => {
    this.values.push(value);
    return `$${this.#first + this.values.length - 1}`;
  };
}

/** Rows of the scope's company, by the index that has the fewest of them. */
export async function companyAudit(scope: CompanyScope, filter: AuditFilter, step: AuditStep): Promise<AuditRange> {
  const { dialect } = scope;
  const access = auditAccess(dialect, filter);
  const columns = columnsOf(access.byRow);
  const order = orderOf(step);
  const { values, bind } = new BoundValues(2);
  const conditions = [
    ...(access.condition === null ? [] : [access.condition]),
    ...auditConditions(access.byIndex, 'a', bind),
    ...positionConditions(step, 'a', bind),
  ];
  const source = companySql`FROM ${readByIndex(auditTable, access.hint)} a ${whereOf(conditions)} ${order('a')}`;
  if (columns.length === 0) {
    const statement = companySql`SELECT ${auditTable.selection(dialect)} ${source} LIMIT ${bind(step.limit)}`;
    return { rows: (await scope.rows(statement, values)).map(auditTable.fromDatabase), stoppedAt: null };
  }
  const indexed = values.slice();
  // The filter's columns are read first, then the whole rows of those that match. SQLite keeps the order of a CROSS
  // JOIN; otherwise it would walk the index again and search for each id among the matches.
  const looked = companySql`SELECT a.id, a.at, ${columns.map((column) => `a.${column}`).join(', ')} ${source} LIMIT ${bind(MAX_ROWS_CHECKED)}`;
  const found = companySql`SELECT looked.id AS found_id FROM (${looked}) AS looked
    ${whereOf(auditConditions(access.byRow, 'looked', bind))} ${order('looked')} LIMIT ${bind(step.limit)}`;
  const statement = companySql`SELECT ${auditTable.selection(dialect)} FROM (${found}) AS found
    CROSS JOIN ${auditTable} a WHERE a.id = found.found_id ${order('a')}`;
  const rows = (await scope.rows(statement, values)).map(auditTable.fromDatabase);
  if (rows.length === step.limit) return { rows, stoppedAt: null };
  return { rows, stoppedAt: await lastCheckedPosition(scope, source, indexed) };
}

export async function companyAuditRow(scope: CompanyScope, id: number): Promise<AuditRow | null> {
  const statement = companySql`SELECT ${auditTable.selection(scope.dialect)} FROM ${auditTable} a WHERE a.id = $2`;
  const [row] = await scope.rows(statement, [id]);
  return row === undefined ? null : auditTable.fromDatabase(row);
}

/** The position of the last row that a step may check; null if there are fewer rows. */
async function lastCheckedPosition(
  scope: CompanyScope,
  source: CompanySql,
  values: readonly SqlValue[],
): Promise<AuditPosition | null> {
  const { at, id } = auditTable.columns;
  const statement = companySql`SELECT ${at.select(scope.dialect, 'a.at')} AS at, a.id ${source}
    LIMIT 1 OFFSET ${MAX_ROWS_CHECKED - 1}`;
  const [row] = await scope.rows(statement, values);
  return row === undefined ? null : { at: at.fromDatabase(row.at), id: id.fromDatabase(row.id) };
}

/** Rows of all companies and of none, for the operator (D:U1). `companyId` null means "of no company". */
export async function operatorAudit(
  all: AllCompanies,
  filter: AuditFilter & { readonly company_id?: number | null | undefined },
  step: AuditStep,
): Promise<AuditRange> {
  const { values, bind } = new BoundValues(1);
  const conditions = [...auditConditions(filter, 'a', bind), ...positionConditions(step, 'a', bind)];
  if (filter.company_id === null) conditions.push('a.company_id IS NULL');
  else if (filter.company_id !== undefined) conditions.push(`a.company_id = ${bind(filter.company_id)}`);
  const statement = everyCompanySql`SELECT ${auditTable.selection(all.dialect)} FROM ${auditTable} a
    ${whereOf(conditions)} ${orderOf(step)('a')} LIMIT ${bind(step.limit)}`;
  return { rows: (await all.run(statement, values)).map(auditTable.fromDatabase), stoppedAt: null };
}

const NEWEST = everyCompanySql`SELECT COALESCE(MAX(id), 0) AS id FROM ${auditTable}`;

/** The highest id; 0 in an empty audit. */
export async function newestAuditId(all: AllCompanies): Promise<number> {
  return Number((await all.run(NEWEST))[0]?.id);
}

function positionConditions(step: AuditStep, alias: string, bind: (value: SqlValue) => string): string[] {
  const isBeyond = step.towards === 'older' ? '<' : '>';
  return [
    ...(step.from === null
      ? []
      : [`(${alias}.at, ${alias}.id) ${isBeyond} (${bind(step.from.at)}, ${bind(step.from.id)})`]),
    ...(step.lastId === undefined ? [] : [`${alias}.id <= ${bind(step.lastId)}`]),
  ];
}

function orderOf({ towards }: AuditStep): (alias: string) => string {
  const direction = towards === 'older' ? 'DESC' : 'ASC';
  return (alias) => `ORDER BY ${alias}.at ${direction}, ${alias}.id ${direction}`;
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
/** A token whose calls ran into taken addresses or ID numbers many times in one hour (D:W10). */
export interface ConflictBurst {
  readonly tokenId: number;
  readonly tokenName: string;
  /** The beginning of the hour, UTC. */
  readonly hour: Date;
  /** The number of such calls. */
  readonly conflicts: number;
}

/** Marks a call that was refused for a taken value, in its detail: `{"errors":{"email":["unique"]}}`. */
const MARK = `detail LIKE '%"errors":{%"unique"%'`;

/** The number of such calls in one hour that makes a burst. */
const BURST = 10;

export async function companyBursts(scope: CompanyScope, since: Date): Promise<ConflictBurst[]> {
  const hour = `floor(${DIFFERENCES[scope.dialect].instantAsMs('at')} / ${HOUR_MS}.0)`;
  const statement = companySql`SELECT token_id, MAX(token_name) AS token_name, ${hour} AS hour, COUNT(*) AS conflicts
    FROM ${auditTable} a WHERE at >= $2 AND token_id IS NOT NULL AND ${MARK}
    GROUP BY token_id, ${hour} HAVING COUNT(*) >= ${BURST} ORDER BY hour DESC, conflicts DESC, token_id`;
  return (await scope.rows(statement, [since])).map(toBurst);
}

function toBurst(row: Readonly<Record<string, unknown>>): ConflictBurst {
  return {
    tokenId: Number(row.token_id),
    tokenName: String(row.token_name),
    hour: new Date(Number(row.hour) * HOUR_MS),
    conflicts: Number(row.conflicts),
  };
}
