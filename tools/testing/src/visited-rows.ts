import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Connection } from './fresh-database.ts';

/** Counts the rows of tables, also of totals, that a statement reads. */
export interface VisitCounter {
  /** On PostgreSQL the higher count of the generic plan and the plan for these values. */
  visited(text: string, values: readonly unknown[]): Promise<number>;
  /** Updates PostgreSQL's statistics; SQLite stays without statistics, like a new installation. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

export async function countVisits(connection: Connection): Promise<VisitCounter> {
  return connection.type === 'sqlite' ? onSqlite(connection.path) : onPostgres(connection.url);
}

const COMPANY = 'WHERE "company_id" = $1';
/** A statement over every company names its tables itself. */
const TABLE = /FROM "shaon_\w+"(?: \w+)? WHERE /g;

/** A statement that calls `visited` for each row that it reads. */
const countingRows = (text: string): string =>
  text.includes(COMPANY)
    ? text.replaceAll(COMPANY, COMPANY.replace('WHERE', 'WHERE visited("company_id") AND'))
    : text.replace(TABLE, '$&visited("id") AND ');

/** As core binds them. */
function forSqlite(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

/** SQLite does not report how many rows it reads, so a function that it calls for each row counts them. */
function onSqlite(path: string): VisitCounter {
  const database = new Sqlite(path, { readonly: true });
  let visits = 0;
  database.function('visited', { deterministic: false, varargs: true }, () => {
    visits += 1;
    return 1;
  });
  const planOf = (text: string, bound: object) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(bound)
      .map((step) => (step as { readonly detail: string }).detail)
      .join('\n');
  return {
    async visited(text, values) {
      const bound = Object.fromEntries(values.map((value, index) => [index + 1, forSqlite(value)]));
      const counting = countingRows(text);
      const [plan, countingPlan] = [planOf(text, bound), planOf(counting, bound)];
      if (plan !== countingPlan) throw new Error(`Counting changes the plan of ${text}\n${plan}\n---\n${countingPlan}`);
      visits = 0;
      database.prepare(counting).all(bound);
      return visits;
    },
    async analyze() {},
    async close() {
      database.close();
    },
  };
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function rowsOf(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0);
  if (node['Relation Name'] === undefined) return below;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + (node['Actual Rows'] + removed) * node['Actual Loops'];
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}

/** How often PostgreSQL plans for the actual values before it considers a generic plan. */

async function onPostgres(url: string): Promise<VisitCounter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = new Map<string, string>();
  return {
    async visited(text, values) {
      const name = names.get(text) ?? `counted_${names.size}`;
      names.set(text, name);
      let most = 0;
      for (const kept of ['force_generic_plan', 'force_custom_plan']) {
        await client.query(`SET plan_cache_mode = ${kept}`);
        await client.query({ name, text, values: [...values] });
        // EXPLAIN of the text itself would always plan for these values, even if a generic plan is forced.
        const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
        const explained = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}${given}`);
        most = Math.max(most, rowsOf(explained.rows[0]['QUERY PLAN'][0].Plan));
      }
      return most;
    },
    async analyze() {
      await client.query('VACUUM ANALYZE');
    },
    close: () => client.end(),
  };
}
