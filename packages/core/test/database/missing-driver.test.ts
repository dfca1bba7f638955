import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { generateKey } from '@shaon/core';
import { expect } from 'chai';

const url = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

/** As if neither driver were installed. */
const HOOKS = url(`export async function resolve(name, context, next) {
  if (name !== 'pg' && name !== 'better-sqlite3') return next(name, context);
  throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
}`);
const PROGRAM = `import { register } from 'node:module';
register(${JSON.stringify(HOOKS)});
const { createCore, migrateCore } = await import(${JSON.stringify(import.meta.resolve('@shaon/core'))});
const postgres = { type: 'postgres', url: 'postgres://127.0.0.1:1/none' };
const sqlite = { type: 'sqlite', path: '/nowhere/a.sqlite' };
for (const database of [postgres, sqlite]) {
  for (const call of [() => migrateCore(database), () => createCore({ database, keys: ${JSON.stringify(generateKey())} })]) {
    await call().catch(({ code, message }) => console.log(code, message));
  }
}`;

describe('core without the driver of its database', () => {
  it('names the package, what needs it and how to add it', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
    const postgres = 'options_invalid PostgreSQL needs the package pg. Add it: npm install pg@8';
    const sqlite = 'options_invalid SQLite needs the package better-sqlite3. Add it: npm install better-sqlite3@12';
    expect(stdout.trim().split('\n')).deep.equal([postgres, postgres, sqlite, sqlite]);
  });
});
