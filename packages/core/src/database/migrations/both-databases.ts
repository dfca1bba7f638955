import type { Dialect } from '../sql/dialect.ts';

/** What statements call `{id}`, `{instant}` and so on: the types of columns. */
const WORDS: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  sqlite: {
    id: 'integer PRIMARY KEY AUTOINCREMENT NOT NULL',
    bigId: 'integer PRIMARY KEY AUTOINCREMENT NOT NULL',
    textKey: 'text PRIMARY KEY NOT NULL',
    bigint: 'integer',
    instant: 'integer',
    date: 'text',
    folded: 'text',
    money: 'text',
  },
  postgres: {
    id: 'SERIAL NOT NULL',
    bigId: 'BIGSERIAL NOT NULL',
    textKey: 'text NOT NULL',
    bigint: 'bigint',
    instant: 'timestamptz(3)',
    date: 'date',
    folded: 'text COLLATE "C"',
    money: 'numeric(12,4)',
  },
};

/**
 * A migration's statements for either database, written once. Released migrations consist of these texts, so a word must
 * not get another meaning. On PostgreSQL the primary key is a constraint with a name.
 */
export function onBothDatabases(statements: readonly string[]): Readonly<Record<Dialect, readonly string[]>> {
  const inWordsOf = (dialect: Dialect, text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_word, name: string) => WORDS[dialect][name] ?? `{${name}}`);
  return {
    sqlite: statements.map((text) => inWordsOf('sqlite', text)),
    postgres: statements.map((text) => inWordsOf('postgres', withPrimaryKey(text))),
  };
}

function withPrimaryKey(text: string): string {
  const [, table, key] = /^CREATE TABLE "(\w+)".*?"(\w+)" \{(?:id|bigId|textKey)\}/s.exec(text) ?? [];
  return table === undefined ? text : text.replace(/\s*\)$/, `,\n    CONSTRAINT "${table}_pk" PRIMARY KEY ("${key}"))`);
}
