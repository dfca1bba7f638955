import { execFileSync } from 'node:child_process';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { runOnSqlite } from '../../../src/database/fast/sqlite-statements.ts';

const dataSource = { driver: { databaseConnection: new Database(':memory:') } };
const run = (text: string, ...values: (string | number | null)[]) => runOnSqlite(dataSource, text, values);

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
