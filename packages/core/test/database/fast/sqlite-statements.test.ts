import { execFileSync } from 'node:child_process';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { runOnSqlite } from '../../../src/database/fast/sqlite-statements.ts';

const dataSource = { driver: { databaseConnection: new Database(':memory:') } };
const run = (text: string, ...values: (string | number | null)[]) => runOnSqlite(dataSource, text, values);

describe('an INSERT for its id on SQLite', () => {
  before(() => {
    run('CREATE TABLE "made" ("id" integer PRIMARY KEY AUTOINCREMENT, "name" text UNIQUE)');
    run('CREATE TABLE "noted" ("id" integer PRIMARY KEY AUTOINCREMENT, "made_id" integer)');
    run('INSERT INTO "noted" ("id", "made_id") VALUES ($1, $2)', 700, 0);
    run('CREATE TRIGGER note AFTER INSERT ON "made" BEGIN INSERT INTO "noted" ("made_id") VALUES (new."id"); END');
  });

  it('gets the id of its own row, also when a trigger inserts another one', () => {
    const insert = 'INSERT INTO "made" ("name") VALUES ($1) RETURNING "id"';
    expect(run(insert, 'א')).to.deep.equal([{ id: 1 }]);
    expect(() => run(insert, 'א')).to.throw('UNIQUE');
    expect(run(insert, 'ב')).to.deep.equal([{ id: 2 }]);
    run('DELETE FROM "made" WHERE "id" = $1', 2);
    expect(run(insert, 'ב')).to.deep.equal([{ id: 3 }]);
    expect(run('SELECT "id", "made_id" FROM "noted" WHERE "made_id" = $1', 3)).to.deep.equal([{ id: 703, made_id: 3 }]);
  });

  it('is sent without RETURNING, which makes a table in memory; other texts keep it', () => {
    const sent: string[] = [];
    const handle = dataSource.driver.databaseConnection;
    const watched = {
      prepare(text: string) {
        sent.push(text);
        return handle.prepare(text);
      },
    };
    const runWatched = (text: string, ...values: (string | number)[]) =>
      runOnSqlite({ driver: { databaseConnection: watched } }, text, values);
    const insert = 'INSERT INTO "made" ("name") VALUES ($1)';
    expect(runWatched(`${insert} RETURNING "id"`, 'ג')).to.deep.equal([{ id: 4 }]);
    expect(runWatched(`${insert} RETURNING "id", "name"`, 'ד')).to.deep.equal([{ id: 5, name: 'ד' }]);
    expect(runWatched('INSERT INTO "made" ("name") VALUES ($1), ($2) RETURNING "id"', 'ה', 'ו')).to.have.length(2);
    expect(sent.map((text) => text.includes('RETURNING'))).to.deep.equal([false, true, true]);
  });
});

describe('rows of SQLite', () => {
  it('have a member for each column, in order, with the value of the cell', () => {
    const rows = run('SELECT $1 AS id, $2 AS companyId, NULL AS at UNION ALL SELECT 2, $1, 0.5', 1, 'א');
    expect(rows).to.deep.equal([
      { id: 1, companyId: 'א', at: null },
      { id: 2, companyId: 1, at: 0.5 },
    ]);
    expect(Object.keys(rows[0] ?? {})).to.deep.equal(['id', 'companyId', 'at']);
    expect(run('SELECT 1 AS id WHERE 1 = 0')).to.deep.equal([]);
  });

  it('may be named like nothing that is code', () => {
    const names = [
      'a b',
      'a"b',
      "a: 1, [process.exit(1)]: cells[0], 'b",
      '',
      'constructor',
      'default',
      '__proto__',
      '1',
    ];
    const columns = names.map((name, index) => `${index} AS "${name.replaceAll('"', '""')}"`);
    const [row = {}] = run(`SELECT ${columns.join(', ')}`);
    for (const [index, name] of names.entries())
      expect(Object.getOwnPropertyDescriptor(row, name)?.value).to.equal(index);
  });

  it('are made where a process may not turn texts into code', () => {
    const program = `
      import Database from 'better-sqlite3';
      import { runOnSqlite } from './dist/database/fast/sqlite-statements.js';
      const dataSource = { driver: { databaseConnection: new Database(':memory:') } };
      console.log(JSON.stringify(runOnSqlite(dataSource, 'SELECT $1 AS id, 2 AS name', [1])));`;
    const forbidding = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program];
    const cwd = new URL('../../..', import.meta.url);
    expect(execFileSync(process.execPath, forbidding, { cwd, encoding: 'utf8' })).to.equal('[{"id":1,"name":2}]\n');
  });
});
