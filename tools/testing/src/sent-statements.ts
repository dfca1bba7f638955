import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Dialect } from './dialects.ts';

/** The statements that better-sqlite3 and pg are given while `work` runs, by this process and not by reader threads. */
export async function sentStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = [];
  const note = (text: string) => {
    if (!OF_NEW_CONNECTION.test(text)) texts.push(text);
  };
  const [forgetSqlite, forgetPostgres] = [noteSqlite(note), notePostgres(note)];
  try {
    await work();
  } finally {
    forgetSqlite();
    forgetPostgres();
  }
  return texts;
}

/** A pool opens a connection when it needs one, at the latest after the lifetime of the one before. */
const OF_NEW_CONNECTION = /pg_is_in_recovery/;

/** On SQLite the writes of one turn of the event loop share a transaction, and how many turns a call takes varies. */
const OF_TRANSACTIONS = /^(?:BEGIN|COMMIT|SAVEPOINT|RELEASE|ROLLBACK)/;

/** The statements that count as a call's work. */
export function countedStatements(type: Dialect, texts: readonly string[]): readonly string[] {
  return type === 'postgres' ? texts : texts.filter((text) => !OF_TRANSACTIONS.test(text));
}

function noteSqlite(note: (text: string) => void): () => void {
  const memory = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<string, unknown>;
  memory.close();
  const methods = ['all', 'get', 'run', 'iterate'].map((name) => [name, prototype[name]] as const);
  for (const [name, method] of methods) {
    prototype[name] = function (this: { readonly source: string }, ...values: unknown[]) {
      note(this.source);
      return (method as (...values: unknown[]) => unknown).apply(this, values);
    };
  }
  return () => {
    for (const [name, method] of methods) prototype[name] = method;
  };
}

function notePostgres(note: (text: string) => void): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent;
    note(typeof first === 'string' ? first : String((first as { text?: unknown }).text));
    return (query as (...values: unknown[]) => unknown).apply(this, sent);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}
