/** What is used of better-sqlite3's own handle; its own types would make every embedder install them. */
export interface SqliteHandle {
  readonly inTransaction: boolean;
}

/** The handle of TypeORM's connection; undefined where that is closed. */
export function handleOf(dataSource: { readonly driver: object }): SqliteHandle | undefined {
  return (dataSource.driver as { readonly databaseConnection?: SqliteHandle }).databaseConnection;
}

/** Whether a transaction is open on the connection. A full disk, say, ends one by itself. */
export function hasOpenTransaction(dataSource: { readonly driver: object }): boolean {
  return handleOf(dataSource)?.inTransaction ?? false;
}
