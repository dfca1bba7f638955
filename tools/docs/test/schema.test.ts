import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Core, createCore, generateKey, migrateCore } from '@shaon/core';
import { onEachDatabase, rawSql } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';

const PAGE = readFileSync(new URL('../../../docs/schema.md', import.meta.url), 'utf8');

execFileSync(process.execPath, [fileURLToPath(new URL('../src/schema-page.mjs', import.meta.url))]);
const TABLES = readFileSync(new URL('../../../docs/built/tables.md', import.meta.url), 'utf8');

/** The columns that the list has of each table. */
const described = new Map(
  TABLES.split('\n### ')
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, column]) => column as string).sort(),
    ]),
);

const COLUMNS = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name FROM sqlite_master t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name LIKE 'shaon\\_%' ESCAPE '\\'`,
  postgres: `SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name LIKE 'shaon\\_%'`,
};
/** Named in the page's text: they are no entities. */
const OTHERS = ['shaon_migrations', 'shaon_webhooks_migrations', 'shaon_attendance_total', 'shaon_rate_limit'];

const migrate = async (connection: Parameters<typeof migrateCore>[0]) => {
  await migrateCore(connection);
  await migrateWebhooks(connection);
};

onEachDatabase('the list of tables', { migrate }, (database) => {
  let core: Core;
  before(async () => {
    core = await createCore({ database: database.connection(), keys: generateKey() });
  });
  after(() => core?.close());

  it('has every table and column of a migrated database, and no others', async () => {
    const rows = await core.extension.database.allCompanies().run(rawSql(COLUMNS[database.type]));
    const found = new Map<string, string[]>();
    for (const { table_name, column_name } of rows) {
      const table = String(table_name);
      found.set(table, [...(found.get(table) ?? []), String(column_name)].sort());
    }
    for (const table of OTHERS) {
      expect(PAGE).to.contain(`\`${table}\``);
      found.delete(table);
    }
    expect([...found.keys()].sort()).to.deep.equal([...described.keys()].sort());
    for (const [table, columns] of found) expect(columns, table).to.deep.equal(described.get(table));
  });

  it('calls no column stable that holds a secret', () => {
    const stable = [...TABLES.matchAll(/^\| `(\w+)` \|.*\| stable \|$/gm)].map(([, column]) => column);
    expect(stable).to.include('company_id');
    for (const column of stable) expect(column).not.to.match(/digest|cipher|hash|secret|id_number|password|^text$/);
  });
});
