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
       * Whether each connection keeps its statements prepared. Default true; false behind a pooler that gives every
       * transaction another connection and does not know about it.
       */
      readonly namedStatements?: boolean;
    };

/** Every difference between the two databases that SQL text must know, with its reason. */
interface DialectDifferences {
  /** A `date` column read as text: node-postgres would make it a Date at local midnight. */
  dateAsText(column: string): string;
  /** The first day of the month of a date. */
  firstOfMonth(date: string): string;
  /** A date that no day of the month of `date` lies behind; it need not exist. */
  endOfMonth(date: string): string;
  /** Said behind a table: read it by this index. PostgreSQL knows by itself, from how often each value is there. */
  byIndex(name: string): string;
  /** Rows of a table that nobody else is working on; SQLite has a single writer and needs no lock. */
  readonly forUpdate: string;
  readonly forUpdateSkipLocked: string;
  /** Rows that must not change until the transaction ends. */
  readonly forShare: string;
  /** Rows that must not be deleted or renumbered while they are referred to. */
  readonly forKeyShare: string;
  /** Makes writers of a table wait until the transaction ends; null where there is one writer. */
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
  /** Two values equal, nulls included. */
  readonly isNotDistinctFrom: string;
}

export const DIFFERENCES: Readonly<Record<Dialect, DialectDifferences>> = {
  sqlite: {
    dateAsText: (column) => column,
    firstOfMonth: (date) => `substr(${date}, 1, 8) || '01'`,
    endOfMonth: (date) => `substr(${date}, 1, 8) || '31'`,
    byIndex: (name) => `INDEXED BY "${name}"`,
    forUpdate: '',
    forUpdateSkipLocked: '',
    forShare: '',
    forKeyShare: '',
    holdWriters: null,
    inList: (parameter) => `IN (SELECT value FROM json_each(${parameter}))`,
    readByKey: [],
    statisticsOf: null,
    isNotDistinctFrom: 'IS',
  },
  postgres: {
    dateAsText: (column) => `${column}::text`,
    firstOfMonth: (date) => `date_trunc('month', ${date})::date`,
    endOfMonth: (date) => `(date_trunc('month', ${date}) + interval '1 month - 1 day')::date`,
    byIndex: () => '',
    forUpdate: 'FOR UPDATE',
    forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
    forShare: 'FOR SHARE',
    forKeyShare: 'FOR KEY SHARE',
    holdWriters: ({ name }) => `LOCK TABLE "${name}" IN SHARE ROW EXCLUSIVE MODE`,
    inList: (parameter) => `= ANY(${parameter})`,
    readByKey: ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map((name) => `SET LOCAL ${name} = off`),
    // Its lock lasts until the commit and excludes VACUUM and the like: what another has is left alone, not waited for.
    statisticsOf: (tables) => `ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => `"${name}"`).join(', ')}`,
    isNotDistinctFrom: 'IS NOT DISTINCT FROM',
  },
};
