import { getOrMake } from '../../get-or-make.ts';
import { integer } from '../columns.ts';
import type { CompanyTransaction } from '../company-scope.ts';
import { type CompanyChangeSql, companyChange, companySql, insertOf, updateOf } from '../statement.ts';
import { type CountedRows, kindOf, memberOf, mixesOf, totalsOf } from './counted-rows.ts';

interface StoredCount {
  readonly kind: string;
  readonly member: string;
  readonly bucket: readonly (string | number)[];
}

interface CountChange {
  readonly count: StoredCount;
  /** In the order of `totalsOf`. */
  readonly changes: number[];
}

/** Gathers a transaction's changes to the stored counts of a table, so that each count is written once. */
export class CountChanges<Row> {
  readonly #counted: CountedRows<Row>;
  readonly #kinds: readonly Kind<Row>[];
  readonly #changes = new Map<string, CountChange>();

  constructor(counted: CountedRows<Row>) {
    this.#counted = counted;
    this.#kinds = kindsOf(counted);
  }

  /** How many counts would be written now. */
  get size(): number {
    return this.#changes.size;
  }

  /** Counts `by` more rows like this one, or fewer if `by` is negative; a row that is gone has no effect. */
  add(row: Row, by: number): void {
    const { split, buckets, goneSince } = this.#counted;
    if (goneSince !== undefined && goneSince.of(row) !== null) return;
    const value = split.feature.of(row);
    const changes = [by, ...split.values.map((known) => (known === value ? by : 0))];
    const hasColumn = split.values.some((known) => known === value);
    const inBuckets = buckets.of(row).map((bucket) => ({ bucket, name: bucket.join(' ') }));
    for (const { kind, features } of this.#kinds) {
      if (hasColumn && features.includes(split.feature)) continue;
      const member = memberOfKind(features, row);
      if (member === null) continue;
      for (const { bucket, name } of inBuckets) {
        this.#addTo(`${name} ${kind} ${member}`, { kind, member, bucket }, changes);
      }
    }
  }

  #addTo(key: string, count: StoredCount, changes: readonly number[]): void {
    const gathered = this.#changes.get(key)?.changes;
    if (gathered === undefined) this.#changes.set(key, { count, changes: [...changes] });
    else for (const [index, change] of changes.entries()) gathered[index] = (gathered[index] ?? 0) + change;
  }

  /** Starts again after the gathered changes were written. */
  clear(): void {
    this.#changes.clear();
  }

  /** Writes the gathered changes now, without clearing them. */
  async write(company: CompanyTransaction): Promise<void> {
    const changed = [...this.#changes.values()].filter(({ changes }) => changes.some((change) => change !== 0));
    if (changed.length === 0) return;
    const values = changed.map(({ count, changes }) => [...changes, count.kind, count.member, ...count.bucket]);
    const statements = statementsOf(this.#counted);
    if (company.dialect === 'postgres') {
      await company.change(statements.inPostgres, [JSON.stringify(values)]);
      return;
    }
    const all = [JSON.stringify(values)];
    const raised = await company.change(statements.raiseAll, all);
    // Nearly always all counts exist, and checking each one again would cost as much as the first look.
    if (raised.length < changed.length) await company.change(statements.addAll, all);
  }
}

/** Counts the rows `after` a change instead of those `before` it. */
export async function replaceInCounts<Row>(
  company: CompanyTransaction,
  counted: CountedRows<Row>,
  before: readonly Row[],
  after: readonly Row[],
): Promise<void> {
  const counts = new CountChanges(counted);
  for (const row of before) counts.add(row, -1);
  for (const row of after) counts.add(row, 1);
  await counts.write(company);
}

interface Kind<Row> {
  readonly kind: string;
  readonly features: CountedRows<Row>['features'];
}

/** The member that a row counts for; null if the row lacks one of the features. */
function memberOfKind<Row>(features: Kind<Row>['features'], row: Row): string | null {
  const values: (string | number)[] = [];
  for (const feature of features) {
    const value = feature.of(row);
    if (value === null) return null;
    values.push(value);
  }
  return memberOf(values);
}

const kinds = new WeakMap<object, readonly Kind<never>[]>();

function kindsOf<Row>(counted: CountedRows<Row>): readonly Kind<Row>[] {
  return getOrMake(kinds, counted, () =>
    mixesOf(counted.features).map((features) => ({ kind: kindOf(features), features })),
  );
}

interface WriteStatements {
  /** SQLite: applies all changes, `$2`, a JSON list of such lists, to counts that exist; returns the id of each. */
  readonly raiseAll: CompanyChangeSql;
  /** SQLite: inserts all counts of such a list that do not exist yet. */
  readonly addAll: CompanyChangeSql;
  /** PostgreSQL: applies all changes, `$2`, a JSON list of such lists, to counts that exist, and inserts the others. */
  readonly inPostgres: CompanyChangeSql;
}

const statements = new WeakMap<object, WriteStatements>();

function statementsOf<Row>(counted: CountedRows<Row>): WriteStatements {
  return getOrMake(statements, counted, () => makeStatements(counted));
}

function makeStatements<Row>(counted: CountedRows<Row>): WriteStatements {
  const { counts, buckets } = counted;
  const totals = totalsOf(counted);
  const names = ['kind', 'member', ...Object.keys(buckets.columns)];
  const columns = [...totals, ...names];
  const same = names.map((name) => `stored.${name} = change.${name}`).join(' AND ');
  const ofChange = columns.map((name) => `change.${name}`);
  const inSqlite = columns.map((name, index) => `json_extract(value, '$[${index}]') AS ${name}`);
  const sqliteChanges = `(SELECT ${inSqlite.join(', ')} FROM json_each($2)) AS change`;
  const values = columns.map((name, index) => {
    const { type } = (counts.columns[name] ?? integer).options.postgres;
    return `(value ->> ${index})::${String(type)} AS ${name}`;
  });
  const raisedBy = (change: (total: string, index: number) => string, of = '') =>
    totals.map((total, index) => `${total} = ${of}${total} + ${change(total, index)}`).join(', ');
  const isHeld = 'FROM held WHERE id IS NOT NULL';
  return {
    // Each change finds its count by the index. A join might read the changes again for each count of the company,
    // which takes seconds for a move to another department.
    raiseAll: companyChange`WITH held AS MATERIALIZED (SELECT change.*, (SELECT stored.id FROM ${counts} AS stored
        WHERE ${same} LIMIT 1) AS id FROM ${sqliteChanges}) ${updateOf(counts, {
          set: raisedBy((total) => `held.${total}`, 'changed.'),
          from: companySql`FROM held`,
          isById: true,
          where: 'changed.id = held.id',
          returning: 'id',
        })}`,
    addAll: insertOf(counts, {
      columns,
      values: ofChange,
      from: companySql`FROM ${sqliteChanges} WHERE NOT EXISTS (SELECT 1 FROM ${counts} AS stored WHERE ${same})`,
    }),
    // A row that another transaction has locked is skipped and a partial row inserted instead, so that punches at nine
    // o'clock do not wait for each other, and two transactions with several punches cannot deadlock.
    // Counts are found by their ids, and each looks up its change by its id. Without statistics a join compares every
    // change with every count: half a minute for the 20,000 changes of a month of an import.
    inPostgres: companyChange`WITH change AS MATERIALIZED (
        SELECT ${values.join(', ')} FROM jsonb_array_elements($2::jsonb) AS value
      ), held AS (
        SELECT change.*, free.id FROM change LEFT JOIN LATERAL (
          SELECT stored.id FROM ${counts} AS stored WHERE ${same}
          LIMIT 1 FOR UPDATE SKIP LOCKED) AS free ON TRUE
      ), by_id AS (SELECT jsonb_object_agg(id, jsonb_build_array(${totals.join(', ')})) AS changes ${isHeld}
      ), raised AS (${updateOf(counts, {
        set: raisedBy((_, index) => `((SELECT changes FROM by_id) -> id::text ->> ${index})::integer`),
        where: `id = ANY (ARRAY(SELECT id ${isHeld}))`,
      })})
      ${insertOf(counts, {
        columns,
        values: columns,
        from: companySql`FROM held WHERE id IS NULL`,
      })}`,
  };
}
