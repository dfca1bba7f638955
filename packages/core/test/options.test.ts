import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CoreOptions, createCore, type DatabaseConnection, migrateCore } from '@shaon/core';
import { expect } from 'chai';
import { classifyDatabaseError } from '../src/database/sql/constraint-errors.ts';
import { refusal, TEST_KEYS } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'shaon-options-'));
const database = { type: 'sqlite', path: join(folder, 'a.sqlite') } as const;
const right = { database, keys: TEST_KEYS };
const postgres = { type: 'postgres', url: 'postgres://127.0.0.1:1/none' } as const;

/** What JavaScript, a cast or an unset variable may give, and the word that the refusal names it by. */
const WRONG: readonly (readonly [string, unknown, RegExp])[] = [
  ['no options', undefined, /createCore takes an object/],
  ['a text', 'x', /createCore takes an object/],
  ['no database', { keys: TEST_KEYS }, /one of \{ database \} and \{ dataSource \}/],
  ['two databases', { ...right, dataSource: {} }, /one of \{ database \} and \{ dataSource \}/],
  ['an unknown option', { ...right, smsSendr: undefined }, /no option smsSendr/],
  ['a path alone', { ...right, database: database.path }, /\{ type: "sqlite", path \}/],
  ['null for a database', { ...right, database: null }, /\{ type: "sqlite", path \}/],
  ['an unknown type', { ...right, database: { ...database, type: 'toString' } }, /\{ type: "sqlite", path \}/],
  ['an unknown member', { ...right, database: { ...database, pth: 'x' } }, /no option pth/],
  ['no path', { ...right, database: { type: 'sqlite' } }, /database\.path/],
  ['a database in memory', { ...right, database: { type: 'sqlite', path: ':memory:' } }, /in memory/],
  ['no URL', { ...right, database: { type: 'postgres', url: undefined } }, /database\.url/],
  ['another URL', { ...right, database: { type: 'postgres', url: 'garbage' } }, /database\.url/],
  [
    'a URL that cannot be decoded',
    { ...right, database: { type: 'postgres', url: 'postgres://u:50%@h/d' } },
    /encoded/,
  ],
  ['one connection', { ...right, database: { ...postgres, poolSize: 1 } }, /poolSize is a whole number from 2/],
  ['a word for a flag', { ...right, database: { ...postgres, namedStatements: 'no' } }, /namedStatements is true or/],
  ['a word for another flag', { ...right, database: { ...postgres, timeouts: 'no' } }, /timeouts is true or/],
  ['an empty DataSource', { keys: TEST_KEYS, dataSource: {} }, /dataSource is a DataSource/],
  ['no keys', { database }, /keys is the value of SHAON_KEYS/],
  ['keys that are no text', { ...right, keys: 5 }, /keys is the value of SHAON_KEYS/],
  ['a clock of numbers', { ...right, clock: { now: () => Date.now() } }, /clock\.now\(\) returns a Date/],
  ['a clock without a time', { ...right, clock: { now: () => new Date(Number.NaN) } }, /clock\.now\(\) returns a Date/],
  ['a clock that is a function', { ...right, clock: () => new Date() }, /clock is an object with now\(\)/],
  ['half a log', { ...right, log: { info() {} } }, /log is an object with info\(\), warn\(\), error\(\)/],
  ['the name of a sender', { ...right, smsSender: 'twilio' }, /smsSender is an object with send\(\)/],
  [
    'an address of a mail server',
    { ...right, mailSender: 'smtp://x', pagesUrl: 'https://x.example' },
    /mailSender is an/,
  ],
  ['a mail sender without pages', { ...right, mailSender: { send() {} } }, /mailSender needs pagesUrl/],
  ['pages that are no address', { ...right, pagesUrl: 'hr.example/admin' }, /pagesUrl is the http or https/],
  ['a folder for documents', { ...right, documents: '/tmp' }, /documents is an object with put\(\)/],
  ['one status', { ...right, attendanceStatuses: 'locked' }, /attendanceStatuses is a list/],
  ['a status that is no word', { ...right, attendanceStatuses: [5] }, /attendanceStatuses are words/],
  ['one entity', { ...right, entities: 'x' }, /entities is a list/],
  ['a word for withoutEvents', { ...right, withoutEvents: 'no' }, /withoutEvents is true or false/],
  ['too few tokens', { ...right, maxTokens: -1 }, /maxTokens is a whole number from 0/],
];

describe('what createCore is given', () => {
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, options, text] of WRONG) {
    it(`is refused by name: ${what}`, async () => {
      const error = await refusal(createCore(options as CoreOptions));
      expect(error).to.include({ code: 'options_invalid' }).and.have.property('message').that.matches(text);
    });
  }

  it('is checked by migrateCore too', async () => {
    for (const connection of [undefined, 'x', { type: 'mysql' }, { type: 'sqlite', path: ':memory:' }]) {
      expect(await refusal(migrateCore(connection as DatabaseConnection))).to.include({ code: 'options_invalid' });
    }
  });

  it('may leave out everything but a database and keys', async () => {
    await migrateCore(database);
    const nothing = {
      dataSource: undefined,
      readUrl: undefined,
      entities: undefined,
      clock: undefined,
      log: undefined,
      smsSender: undefined,
      mailSender: undefined,
      pagesUrl: undefined,
      welcomeMessages: undefined,
      documents: undefined,
      attendanceStatuses: undefined,
      withoutEvents: undefined,
      maxTokens: undefined,
      idNumberScope: undefined,
      readSeconds: undefined,
      signInUrl: undefined,
    } satisfies Record<Exclude<keyof CoreOptions, keyof typeof right>, undefined>;
    const core = await createCore({ ...right, ...nothing });
    await core.close();
  });
});

describe('a database that does not open', () => {
  const empty = mkdtempSync(join(tmpdir(), 'shaon-unopened-'));
  after(() => rmSync(empty, { recursive: true, force: true }));

  it('is `database_unavailable` with the driver’s code, and says what to mend of a file', async () => {
    const path = join(empty, 'text.sqlite');
    writeFileSync(path, 'This is a text of some length, and no database. '.repeat(4));
    for (const open of [
      () => migrateCore({ type: 'sqlite', path }),
      () => createCore({ ...right, database: { type: 'sqlite', path } }),
    ]) {
      const error = await refusal(open());
      expect(error)
        .to.include({ code: 'database_unavailable' })
        .and.have.property('message')
        .that.includes('no SQLite');
      expect(error).to.have.nested.property('details.driverCode', 'SQLITE_NOTADB');
    }
  });

  it('is the same for a server that nobody reaches', async () => {
    const error = await refusal(createCore({ ...right, database: postgres }));
    expect(error).to.include({ code: 'database_unavailable' });
    expect(error).to.have.nested.property('details.driverCode', 'ECONNREFUSED');
  });

  it('is the same in the middle of the work where its name or its network is not found, or its certificate not believed', () => {
    const codes = ['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'];
    codes.push('EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM');
    for (const code of [...codes, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID']) {
      const error = classifyDatabaseError(Object.assign(new Error('connect'), { code }), 'postgres');
      expect(error, code).to.include({ code: 'database_unavailable' });
      expect(error).to.have.nested.property('details.driverCode', code);
    }
  });
});
