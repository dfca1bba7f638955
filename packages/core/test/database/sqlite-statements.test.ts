import Database from 'better-sqlite3';
import { expect } from 'chai';
import { runOnSqlite } from '../../src/database/connect/sqlite-statements.ts';
import { refusal } from '../support.ts';

const dataSource = { driver: { databaseConnection: new Database(':memory:') } };
const run = (text: string, ...values: (string | number | null)[]) => runOnSqlite(dataSource, text, values);

describe('an INSERT for its id on SQLite', () => {
  before(async () => {
    await run('CREATE TABLE "made" ("id" integer PRIMARY KEY AUTOINCREMENT, "name" text UNIQUE)');
    await run('CREATE TABLE "noted" ("id" integer PRIMARY KEY AUTOINCREMENT, "made_id" integer)');
    await run('INSERT INTO "noted" ("id", "made_id") VALUES ($1, $2)', 700, 0);
    await run(
      'CREATE TRIGGER note AFTER INSERT ON "made" BEGIN INSERT INTO "noted" ("made_id") VALUES (new."id"); END',
    );
  });

  it('gets the id of its own row, also when a trigger inserts another one', async () => {
    const insert = 'INSERT INTO "made" ("name") VALUES ($1) RETURNING "id"';
    expect(await run(insert, 'א')).to.deep.equal([{ id: 1 }]);
    expect(await refusal(run(insert, 'א'))).to.have.property('kind', 'unique');
    expect(await run(insert, 'ב')).to.deep.equal([{ id: 2 }]);
    await run('DELETE FROM "made" WHERE "id" = $1', 2);
    expect(await run(insert, 'ב')).to.deep.equal([{ id: 3 }]);
    expect(await run('SELECT "id", "made_id" FROM "noted" WHERE "made_id" = $1', 3)).to.deep.equal([
      { id: 703, made_id: 3 },
    ]);
  });
});

describe('rows of SQLite', () => {
  it('have a member for each column, in order, with the value of the cell', async () => {
    const rows = await run('SELECT $1 AS id, $2 AS companyId, NULL AS at UNION ALL SELECT 2, $1, 0.5', 1, 'א');
    expect(rows).to.deep.equal([
      { id: 1, companyId: 'א', at: null },
      { id: 2, companyId: 1, at: 0.5 },
    ]);
    expect(Object.keys(rows[0] ?? {})).to.deep.equal(['id', 'companyId', 'at']);
    expect(await run('SELECT 1 AS id WHERE 1 = 0')).to.deep.equal([]);
  });

  it('may be named like nothing that is code', async () => {
    const names = ['a b', 'a"b', "a: 1, [process.exit(1)]: cells[0], 'b", '', 'constructor', 'default', '1'];
    const columns = names.map((name, index) => `${index} AS "${name.replaceAll('"', '""')}"`);
    const [row = {}] = await run(`SELECT ${columns.join(', ')}`);
    for (const [index, name] of names.entries())
      expect(Object.getOwnPropertyDescriptor(row, name)?.value).to.equal(index);
  });
});
