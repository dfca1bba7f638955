import { createTestDatabase } from '@shaon/testing';
import pg from 'pg';
import { makeDataFolder, migrateAll, type Settings, settingsFor } from './running-shaon.ts';

export type Fresh = Awaited<ReturnType<typeof createTestDatabase>>;

/** Databases that the tests of a suite make, and a data folder for their servers; all are removed after the suite. */
export function freshDatabases() {
  const folder = makeDataFolder();
  const made: Fresh[] = [];
  after(async () => {
    for (const database of made) await database.drop();
    folder.remove();
  });
  return {
    async fresh(type: 'sqlite' | 'postgres', isMigrated: boolean): Promise<Fresh> {
      const database = await createTestDatabase(type, isMigrated ? { migrate: migrateAll } : {});
      made.push(database);
      return database;
    },
    settings: ({ connection }: Fresh): Settings => settingsFor(connection, folder.path),
    /** The rows of a query on PostgreSQL. */
    async rows({ connection }: Fresh, text: string): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: (connection as { url: string }).url });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
