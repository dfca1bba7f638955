import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { getOrMakeUpTo } from '../../get-or-make.ts';
import { guardedStep } from '../../guarded-handler.ts';
import { silentLog } from '../../log.ts';
import { boundByNumber, type SqliteValue } from '../sql/sql.ts';

/*
 * The program of a reader thread: a read-only connection of its own, and one statement at a time. It imports little of
 * core, so that a thread stays small.
 */

/** The settings that a thread is started with. */
export interface ThreadData {
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly cacheKb: number;
}

export interface ThreadStatement {
  readonly text: string;
  readonly values: readonly SqliteValue[];
}

/** Rows, or an error by its text: when an error is passed to the other thread, its code is lost. */
export type ThreadAnswer =
  | { readonly columns: readonly string[]; readonly cells: readonly (readonly unknown[])[] }
  | { readonly code: string | null; readonly message: string };

type Statement = Sqlite.Statement<unknown[], unknown[]>;

/** Our texts are constant except for filters, and a thread runs few of them. */
const MAX_PREPARED = 100;

const { path, busyTimeoutMs, cacheKb } = workerData as ThreadData;
const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
database.pragma('temp_store = MEMORY');
database.pragma(`cache_size = -${cacheKb}`);
const prepared = new Map<string, Statement>();

const say = (answer: ThreadAnswer): void => parentPort?.postMessage(answer);
// The thread has no log; its reader gets the error instead.
const refuse = (error: unknown): void => say({ code: null, message: String(error) });
const answer = (statement: ThreadStatement): void => say(answerTo(statement));
parentPort?.on('message', guardedStep(silentLog, 'statement of a reader thread', answer, refuse));
// Says that the connection is open.
parentPort?.postMessage(null);

function answerTo(statement: ThreadStatement): ThreadAnswer {
  try {
    return rowsFor(statement);
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    return { code: typeof code === 'string' ? code : null, message: String(message) };
  }
}

/** Reads in a loop, because a thread can be ended between two rows, but not inside the driver. */
function rowsFor({ text, values }: ThreadStatement): ThreadAnswer {
  const statement = preparedStatement(text);
  const bound = boundByNumber(values);
  if (!statement.reader) {
    // The statement writes, and the read-only connection refuses it.
    statement.run(...bound);
    return { columns: [], cells: [] };
  }
  const cells: unknown[][] = [];
  for (const row of statement.iterate(...bound)) cells.push(row);
  return { columns: statement.columns().map(({ name }) => name), cells };
}

function preparedStatement(text: string): Statement {
  return getOrMakeUpTo(MAX_PREPARED, prepared, text, () => {
    const statement = database.prepare<unknown[], unknown[]>(text);
    return statement.reader ? statement.raw() : statement;
  });
}
