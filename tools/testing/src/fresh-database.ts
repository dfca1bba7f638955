/** How to reach a database of a test. */
export type Connection =
  | { readonly type: 'sqlite'; readonly path: string }
  | { readonly type: 'postgres'; readonly url: string };

/** Makes the tables in an empty database and leaves no connection open. */
export type Migrate = (connection: Connection) => Promise<unknown>;

/** A database that was made for one suite, or for one test. */
export interface FreshDatabase {
  readonly connection: Connection;
  /** What a person needs to find it, without a password. */
  readonly name: string;
  drop(): Promise<void>;
  /** Leaves it for reading after the run. */
  keep(): void;
}
