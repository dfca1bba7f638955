/** The used part of better-sqlite3's handle. Its own types would force every embedder to install them. */
export interface SqliteHandle {
  readonly inTransaction: boolean;
}

/** The handle of TypeORM's connection; undefined if the connection is closed. */
export function handleOf(dataSource: { readonly driver: object }): SqliteHandle | undefined {
  return (dataSource.driver as { readonly databaseConnection?: SqliteHandle }).databaseConnection;
}

/** Whether a transaction is open on the connection. SQLite may end one by itself, for example when the disk is full. */
export function hasOpenTransaction(dataSource: { readonly driver: object }): boolean {
  return handleOf(dataSource)?.inTransaction ?? false;
}
