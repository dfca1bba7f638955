/** The databases that Shaon runs on. */
export type Dialect = 'sqlite' | 'postgres';

/** How to reach a database that core opens itself: used by `createCore`, `migrateCore` and the host. */
export type DatabaseConnection =
  | { readonly type: 'sqlite'; readonly path: string }
  | {
      readonly type: 'postgres';
      readonly url: string;
      /** Connections in the pool; at least 2 (migrations hold a lock on one of them). Default 10. */
      readonly poolSize?: number | undefined;
      /**
       * Whether each connection keeps its statements prepared. Default true; false behind a pooler that switches
       * connections between transactions and knows no prepared statements.
       */
      readonly namedStatements?: boolean | undefined;
      /**
       * Whether each connection asks for `statement_timeout` and `idle_in_transaction_session_timeout` of a minute when it
       * opens. Default true; false behind a pooler that refuses such parameters: then set both for the role.
       */
      readonly timeouts?: boolean | undefined;
    };

export type PostgresConnection = Extract<DatabaseConnection, { readonly type: 'postgres' }>;

/** The differences between the two databases that SQL text depends on, each with its reason. */
interface DialectDifferences {
  /**
   * Reads a date as `YYYY-MM-DD`. Otherwise node-postgres would make it a Date at local midnight, and a connection's
   * `DateStyle` could change the order of its parts.
   */
  dateAsText(column: string): string;
  /** Reads a date for `calendarDateColumn.fromDatabase`. PostgreSQL subtracts in a tenth of the time of `dateAsText`. */
  dateToRead(column: string): string;
  /**
   * Reads an instant as epoch milliseconds, for `instant.fromDatabase`. A timestamp would arrive in the connection's
   * `DateStyle` and pass through a global type parser that the host may have set.
   */
  instantAsMs(column: string): string;
  /** Reads a double exactly, for `double.fromDatabase`. As text it has as many digits as `extra_float_digits` allows. */
  doubleAsBits(column: string): string;
  /** The first day of the month of a date. */
  firstOfMonth(date: string): string;
  /** Follows a table's name: read the table by this index. PostgreSQL chooses one itself, by its statistics. */
  byIndex(name: string): string;
  /**
   * Follows a table's name, for paging by id through a table without an index of company and id: SQLite would otherwise
   * sort all rows of the company for each page.
   */
  readonly byId: string;
  /** Locks rows for writing; SQLite has a single writer and needs no lock. */
  readonly forUpdate: string;
  readonly forUpdateSkipLocked: string;
  /** Like `forUpdate`, for a row that other rows refer to: new references to it need not wait. */
  readonly forNoKeyUpdate: string;
  /** Locks rows against changes until the transaction ends. */
  readonly forShare: string;
  /** Locks rows that are referred to against deletion and a change of their key. */
  readonly forKeyShare: string;
  /**
   * Blocks other writers and row locks of a table until the transaction ends; null where there is a single writer. A
   * weaker lock could deadlock: another transaction might hold a row and wait for the table, while this one waits for
   * the row.
   */
  readonly holdWriters: ((table: { readonly name: string }) => string) | null;
  /** Tests membership in the list bound as `$n`: an array, or a JSON text. */
  inList(parameter: string): string;
  /** Tests membership in the ids of a few rows; PostgreSQL then reads by id whatever it expects of their number. */
  inRows(rows: string): string;
  /**
   * Statements for the rest of a transaction that fills tables and reads them by key. Without statistics
   * (`statisticsOf`), PostgreSQL would read the whole tables again for each chunk.
   */
  readonly readByKey: readonly string[];
  /** Collects statistics of tables that this transaction is filling; null where plans need none. */
  readonly statisticsOf: ((tables: readonly { readonly name: string }[]) => string) | null;
  /** The functions for the least and the greatest of several values. */
  readonly least: string;
  readonly most: string;
  /** Two values equal, nulls included. */
  readonly isNotDistinctFrom: string;
}

export const DIFFERENCES: Readonly<Record<Dialect, DialectDifferences>> = {
  sqlite: {
    dateAsText: (column) => column,
    dateToRead: (column) => column,
    instantAsMs: (column) => column,
    doubleAsBits: (column) => column,
    firstOfMonth: (date) => `substr(${date}, 1, 8) || '01'`,
    byIndex: (name) => `INDEXED BY "${name}"`,
    byId: 'NOT INDEXED',
    forUpdate: '',
    forNoKeyUpdate: '',
    forUpdateSkipLocked: '',
    forShare: '',
    forKeyShare: '',
    holdWriters: null,
    inList: (parameter) => `IN (SELECT value FROM json_each(${parameter}))`,
    inRows: (rows) => `IN (${rows})`,
    readByKey: [],
    statisticsOf: null,
    least: 'MIN',
    most: 'MAX',
    isNotDistinctFrom: 'IS',
  },
  postgres: {
    dateAsText: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
    dateToRead: (column) => `${column} - DATE '1970-01-01'`,
    // EXTRACT computes in `numeric`, which takes several times as long; a double is exact for any year of ours.
    instantAsMs: (column) => `(date_part('epoch', ${column}) * 1000)::bigint`,
    doubleAsBits: (column) => `encode(float8send(${column}), 'hex')`,
    firstOfMonth: (date) => `date_trunc('month', ${date})::date`,
    byIndex: () => '',
    byId: '',
    forUpdate: 'FOR UPDATE',
    forNoKeyUpdate: 'FOR NO KEY UPDATE',
    forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
    forShare: 'FOR SHARE',
    forKeyShare: 'FOR KEY SHARE',
    holdWriters: ({ name }) => `LOCK TABLE "${name}" IN EXCLUSIVE MODE`,
    inList: (parameter) => `= ANY(${parameter})`,
    inRows: (rows) => `= ANY (ARRAY(${rows}))`,
    readByKey: ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map((name) => `SET LOCAL ${name} = off`),
    // ANALYZE locks a table until the commit and conflicts with VACUUM; a table that is locked already is skipped.
    statisticsOf: (tables) => `ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => `"${name}"`).join(', ')}`,
    least: 'LEAST',
    most: 'GREATEST',
    isNotDistinctFrom: 'IS NOT DISTINCT FROM',
  },
};

/** A value for each database, such as a statement that differs between them. */
export function eachDialect<Value>(make: (dialect: Dialect) => Value): Readonly<Record<Dialect, Value>> {
  return { sqlite: make('sqlite'), postgres: make('postgres') };
}
