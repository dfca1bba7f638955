import type { Connection } from '@shaon/testing';
import { DataSource } from 'typeorm';

/** Statements past Shaon, for what a suite must find in a database. */
export async function openRaw(
  connection: Connection,
): Promise<{ run(text: string): Promise<unknown>; close(): Promise<void> }> {
  const source = await new DataSource(
    connection.type === 'sqlite'
      ? { type: 'better-sqlite3', database: connection.path }
      : { type: 'postgres', url: connection.url },
  ).initialize();
  return { run: (text) => source.query(text), close: () => source.destroy() };
}
