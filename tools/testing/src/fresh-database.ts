/** The connection options of a test's database. */
export type Connection =
  | { readonly type: 'sqlite'; readonly path: string }
  | { readonly type: 'postgres'; readonly url: string };

/** Makes the tables in an empty database and leaves no connection open. */
export type Migrate = (connection: Connection) => Promise<unknown>;

/** A database that was made for one suite, or for one test. */
export interface FreshDatabase {
  readonly connection: Connection;
  /** A description by which a person can find the database, without a password. */
  readonly name: string;
  drop(): Promise<void>;
  /** Keeps the database after the run. */
  keep(): void;
}
