import { firstOfMonth } from '../../time/calendar-date.ts';
import type { CompanyTransaction } from '../company-scope.ts';
import { type CompanyChangeSql, companyChange, companySql, insertOf, updateOf } from '../statement.ts';
import type { AnyTable } from '../table.ts';
import { type CountedRows, type CountPeriod, kindOf, memberOf, mixesOf } from './counted-rows.ts';

interface CountChange {
  readonly kind: string;
  readonly member: string;
  readonly period: CountPeriod;
  readonly date: string;
  change: number;
}

/** What a transaction changes about the kept counts of a table, gathered, so that each of them is written once. */
export class CountChanges<Row extends { readonly date: string }> {
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

  /** Counts `by` more rows like this one; fewer, when it is negative. */
  add(row: Row, by: number): void {
    const month = firstOfMonth(row.date);
    for (const { kind, features } of this.#kinds) {
      const values = features.map((feature) => feature.of(row));
      if (values.includes(null)) continue;
      const member = memberOf(values as (string | number)[]);
      this.#addTo({ kind, member, period: 'day', date: row.date, change: by });
      this.#addTo({ kind, member, period: 'month', date: month, change: by });
    }
  }

  #addTo(change: CountChange): void {
    const key = `${change.period} ${change.date} ${change.kind} ${change.member}`;
    const gathered = this.#changes.get(key);
    if (gathered === undefined) this.#changes.set(key, change);
    else gathered.change += change.change;
  }

  /** Writes what was gathered and forgets it. */
  async write(company: CompanyTransaction): Promise<void> {
    const changes = [...this.#changes.values()].filter(({ change }) => change !== 0);
    this.#changes.clear();
    if (changes.length === 0) return;
    const chunk = JSON.stringify(
      changes.map(({ kind, member, period, date, change }) => [kind, member, period, date, change]),
    );
    const statements = statementsOf(this.#counted.counts);
    if (company.dialect === 'postgres') {
      await company.change(statements.postgres, [chunk]);
      return;
    }
    const raised = await company.change(statements.raise, [chunk]);
    // Nearly always all of them are there, and a second look for each would cost as much as the first.
    if (raised.length < changes.length) await company.change(statements.add, [chunk]);
  }
}

interface Kind<Row> {
  readonly kind: string;
  readonly features: CountedRows<Row>['features'];
}

const kinds = new WeakMap<object, readonly Kind<never>[]>();

function kindsOf<Row>(counted: CountedRows<Row>): readonly Kind<Row>[] {
  let known = kinds.get(counted);
  if (known === undefined) {
    known = mixesOf(counted.features).map((features) => ({ kind: kindOf(features), features }));
    kinds.set(counted, known);
  }
  return known;
}

const COLUMNS = ['kind', 'member', 'period', 'date', 'total'];
const KEY = COLUMNS.slice(0, 4);
const SAME = KEY.map((name) => `stored.${name} = change.${name}`).join(' AND ');
const SQLITE_CHANGES = `(SELECT ${[...KEY, 'change']
  .map((name, index) => `json_extract(value, '$[${index}]') AS ${name}`)
  .join(', ')} FROM json_each($2)) AS change`;
const POSTGRES_CHANGES = `(SELECT value ->> 0 AS kind, value ->> 1 AS member, value ->> 2 AS period,
  (value ->> 3)::date AS date, (value ->> 4)::integer AS change FROM jsonb_array_elements($2::jsonb) AS value) AS change`;

/** The statements that write a chunk of changes, `$2`, a JSON list of lists. */
interface WriteStatements {
  /** SQLite: those that are there, each of which it returns. */
  readonly raise: CompanyChangeSql;
  /** SQLite: those that are not. */
  readonly add: CompanyChangeSql;
  readonly postgres: CompanyChangeSql;
}

const statements = new WeakMap<AnyTable, WriteStatements>();

function statementsOf(counts: AnyTable): WriteStatements {
  let made = statements.get(counts);
  if (made === undefined) {
    made = makeStatements(counts);
    statements.set(counts, made);
  }
  return made;
}

function makeStatements(counts: AnyTable): WriteStatements {
  const raise = (returning?: { readonly returning: string }) =>
    updateOf(counts, {
      set: 'total = changed.total + held.change',
      from: companySql`FROM held`,
      isById: true,
      where: 'changed.id = held.id',
      ...returning,
    });
  return {
    // SQLite keeps the order of a CROSS JOIN: each change finds its count by the index. Left to itself it may read the
    // changes again for each count of the company, seconds for a move to another department.
    raise: companyChange`WITH held AS MATERIALIZED (SELECT stored.id, change.change FROM ${SQLITE_CHANGES}
        CROSS JOIN ${counts} AS stored WHERE ${SAME}) ${raise({ returning: 'id' })}`,
    add: insertOf(counts, {
      columns: COLUMNS,
      values: [...KEY, 'change.change'],
      from: companySql`FROM ${SQLITE_CHANGES} WHERE NOT EXISTS (SELECT 1 FROM ${counts} AS stored WHERE ${SAME})`,
    }),
    // A row that another transaction holds is passed by and a part of its own added, so that punches at nine o'clock do
    // not wait for one another, and two transactions with several punches cannot wait for each other for ever.
    postgres: companyChange`WITH change AS MATERIALIZED (SELECT * FROM ${POSTGRES_CHANGES}
      ), held AS (
        SELECT change.*, free.id FROM change LEFT JOIN LATERAL (
          SELECT stored.id FROM ${counts} AS stored WHERE ${SAME}
          LIMIT 1 FOR UPDATE SKIP LOCKED) AS free ON TRUE
      ), raised AS (${raise()})
      ${insertOf(counts, {
        columns: COLUMNS,
        values: [...KEY, 'change'],
        from: companySql`FROM held WHERE id IS NULL`,
      })}`,
  };
}
