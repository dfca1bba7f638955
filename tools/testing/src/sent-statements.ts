import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Dialect } from './dialects.ts';

/** What went to a database meanwhile, by this process and not by SQLite's reader threads. */
export interface SentStatements {
  /** On PostgreSQL without those by which a connection sets how it plans, or discards its plans now and then. */
  readonly texts: readonly string[];
  /** How often a connection of PostgreSQL got statements while none of its own was unanswered; 0 on SQLite. */
  readonly roundTrips: number;
}

/** Notes every statement that better-sqlite3 and pg are given while `work` runs. */
export async function sentStatements(work: () => Promise<unknown>): Promise<SentStatements> {
  const texts: string[] = [];
  let roundTrips = 0;
  const forgetSqlite = noteSqlite((text) => texts.push(text));
  const forgetPostgres = notePostgres((text, isFirst) => {
    texts.push(text);
    if (isFirst) roundTrips += 1;
  });
  try {
    await work();
  } finally {
    forgetSqlite();
    forgetPostgres();
  }
  return { texts, roundTrips };
}

/** On SQLite the reads of one turn of the event loop share a transaction, and how many turns a call takes varies. */
const OF_TRANSACTIONS = /^(?:BEGIN|COMMIT|SAVEPOINT|RELEASE|ROLLBACK)/;

/** The statements that count as a call's work. */
export function countedStatements(type: Dialect, { texts }: SentStatements): readonly string[] {
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

const OF_PLANS = /^(?:DISCARD PLANS$|SET plan_cache_mode)/;

function notePostgres(note: (text: string, isFirst: boolean) => void): () => void {
  const { query } = pg.Client.prototype;
  const unanswered = new WeakMap<pg.Client, number>();
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text);
    if (OF_PLANS.test(text)) return (query as (...values: unknown[]) => unknown).apply(this, sent);
    const waiting = unanswered.get(this) ?? 0;
    note(text, waiting === 0);
    unanswered.set(this, waiting + 1);
    const answered = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
    const last = sent.at(-1);
    if (typeof last === 'function') {
      sent[sent.length - 1] = (...result: unknown[]) => {
        answered();
        last(...result);
      };
    }
    const answer = (query as (...values: unknown[]) => unknown).apply(this, sent);
    if (answer instanceof Promise) answer.then(answered, answered);
    return answer;
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}
