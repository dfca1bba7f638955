import { PER_PAGE } from '../input/per-page-bounds.ts';

/** The databases that Shaon runs on. */
export type Dialect = 'sqlite' | 'postgres';

/** How to reach a database of one's own: used by `createCore`, `migrateCore` and the host. */
export type DatabaseConnection =
  | { readonly type: 'sqlite'; readonly path: string }
  | {
      readonly type: 'postgres';
      readonly url: string;
      /** Connections in the pool; at least 2 (migrations hold a lock on one of them). Default 10. */
      readonly poolSize?: number;
      /**
       * Whether each connection keeps its statements prepared, and two of a pool of six or more take the quick reads of
       * all. Default true; false behind a pooler that gives every transaction another connection and does not know of it.
       */
      readonly namedStatements?: boolean;
    };

/** Every difference between the two databases that SQL text must know, with its reason. */
interface DialectDifferences {
  /**
   * A date read as `YYYY-MM-DD`: node-postgres would make it a Date at local midnight, and a connection's `DateStyle`
   * would turn its text round.
   */
  dateAsText(column: string): string;
  /**
   * An instant read as epoch milliseconds, by `instant.fromDatabase`: as a timestamp it would come in the form of the
   * connection's `DateStyle`, made into whatever a global type parser of the host makes of it.
   */
  instantAsMs(column: string): string;
  /** The first day of the month of a date. */
  firstOfMonth(date: string): string;
  /** A date that no day of the month of `date` lies behind; it need not exist. */
  endOfMonth(date: string): string;
  /** Said behind a table: read it by this index. PostgreSQL knows by itself, from how often each value is there. */
  byIndex(name: string): string;
  /**
   * Said behind a table that has no index of company and id, for reading on by id: SQLite would sort all rows of the
   * company for each page.
   */
  readonly byId: string;
  /** Rows of a table that nobody else is working on; SQLite has a single writer and needs no lock. */
  readonly forUpdate: string;
  readonly forUpdateSkipLocked: string;
  /** As `forUpdate`, for a row that others refer to: new references to it need not wait. */
  readonly forNoKeyUpdate: string;
  /** Rows that must not change until the transaction ends. */
  readonly forShare: string;
  /** Rows that must not be deleted or renumbered while they are referred to. */
  readonly forKeyShare: string;
  /**
   * Makes others wait until the transaction ends who write a table or lock rows of it; null where there is one writer.
   * A lock of writers alone would let somebody hold a row who then waits to write it, while this transaction waits for
   * the row.
   */
  readonly holdWriters: ((table: { readonly name: string }) => string) | null;
  /** The bound list `$n` as something to test membership in: an array, or a JSON text. */
  inList(parameter: string): string;
  /**
   * Statements that hold for the rest of a transaction which fills tables and reads them by key: until its rows have
   * statistics (`statisticsOf`), PostgreSQL would read whole tables again for each chunk.
   */
  readonly readByKey: readonly string[];
  /** Takes the statistics of tables that this transaction is filling; null where plans need none. */
  readonly statisticsOf: ((tables: readonly { readonly name: string }[]) => string) | null;
  /**
   * How many rows a page has at most, where the database plans by it. PostgreSQL takes a limit that it does not know for
   * a tenth of all rows. The plan that fits all values then seems dearer than one made for these values, so it made one
   * for each page, which took three times as long as reading it. Null where a limit has no part in the plan.
   */
  readonly longestPage: number | null;
  /** Two values equal, nulls included. */
  readonly isNotDistinctFrom: string;
}

export const DIFFERENCES: Readonly<Record<Dialect, DialectDifferences>> = {
  sqlite: {
    dateAsText: (column) => column,
    instantAsMs: (column) => column,
    firstOfMonth: (date) => `substr(${date}, 1, 8) || '01'`,
    endOfMonth: (date) => `substr(${date}, 1, 8) || '31'`,
    byIndex: (name) => `INDEXED BY "${name}"`,
    byId: 'NOT INDEXED',
    forUpdate: '',
    forNoKeyUpdate: '',
    forUpdateSkipLocked: '',
    forShare: '',
    forKeyShare: '',
    holdWriters: null,
    inList: (parameter) => `IN (SELECT value FROM json_each(${parameter}))`,
    readByKey: [],
    statisticsOf: null,
    longestPage: null,
    isNotDistinctFrom: 'IS',
  },
  postgres: {
    dateAsText: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
    // EXTRACT counts in `numeric`, several times as long; a double holds the milliseconds of any year of ours exactly.
    instantAsMs: (column) => `(date_part('epoch', ${column}) * 1000)::bigint`,
    firstOfMonth: (date) => `date_trunc('month', ${date})::date`,
    endOfMonth: (date) => `(date_trunc('month', ${date}) + interval '1 month - 1 day')::date`,
    byIndex: () => '',
    byId: '',
    forUpdate: 'FOR UPDATE',
    forNoKeyUpdate: 'FOR NO KEY UPDATE',
    forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
    forShare: 'FOR SHARE',
    forKeyShare: 'FOR KEY SHARE',
    holdWriters: ({ name }) => `LOCK TABLE "${name}" IN EXCLUSIVE MODE`,
    inList: (parameter) => `= ANY(${parameter})`,
    readByKey: ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map((name) => `SET LOCAL ${name} = off`),
    // Its lock lasts until the commit and excludes VACUUM and the like: what another has is left alone, not waited for.
    statisticsOf: (tables) => `ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => `"${name}"`).join(', ')}`,
    longestPage: PER_PAGE.max,
    isNotDistinctFrom: 'IS NOT DISTINCT FROM',
  },
};
