import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { getOrMakeUpTo } from '../../get-or-make.ts';
import { guardedStep } from '../../guarded-handler.ts';
import { silentLog } from '../../log.ts';
import { boundByNumber } from '../sql.ts';
import type { ReaderTask, ThreadAnswer, ThreadData, ThreadMessage, ThreadStatement } from './thread-messages.ts';

/*
 * The program of a reader thread: a read-only connection of its own, and one task at a time. It imports little of
 * core, so that a thread stays small.
 */

type Statement = Sqlite.Statement<unknown[], unknown[]>;

/** Our texts are constant except for filters, and a thread runs few of them. */
const MAX_PREPARED = 100;

const { path, busyTimeoutMs, cacheKb } = workerData as ThreadData;
const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
database.pragma('temp_store = MEMORY');
database.pragma(`cache_size = -${cacheKb}`);
const prepared = new Map<string, Statement>();

const say = (message: ThreadMessage): void => parentPort?.postMessage(message);
const perform = async (task: ReaderTask): Promise<void> => say({ answer: await read(task) });
parentPort?.on(
  'message',
  // The thread has no log; the pool gets the error instead.
  guardedStep(silentLog, 'task of a reader thread', perform, (error) => say({ failure: String(error) })),
);

/** Runs one statement; or all statements that arrive on a port, in one snapshot, until the port is closed. */
export default async function read(task: ReaderTask): Promise<ThreadAnswer | null> {
  if (!('port' in task)) return answerTo(task);
  await holdSnapshot(task.port);
  return null;
}

async function holdSnapshot(port: MessagePort): Promise<void> {
  database.exec('BEGIN');
  try {
    await new Promise<void>((resolve, reject) => {
      const answer = (statement: ThreadStatement) => port.postMessage(answerTo(statement));
      // The thread has no log; the rejection tells all callers that wait for this snapshot.
      port.on('message', guardedStep(silentLog, 'statement of a snapshot', answer, reject));
      port.on('close', () => resolve());
    });
  } finally {
    // A disk error ends a transaction by itself.
    if (database.inTransaction) database.exec('COMMIT');
  }
}

/** Never throws: when an error is passed to the other thread, only its text arrives, without its code. */
function answerTo(statement: ThreadStatement): ThreadAnswer {
  try {
    return rowsFor(statement);
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    return { kind: 'error', code: typeof code === 'string' ? code : null, message: String(message) };
  }
}

/**
 * Reads row by row and checks the clock, because SQLite cannot be interrupted from here; so only a statement that
 * returns rows can stop in time by itself.
 */
function rowsFor({ text, values, forMs }: ThreadStatement): ThreadAnswer {
  const startedAt = performance.now();
  const statement = preparedStatement(text);
  const bound = boundByNumber(values);
  if (!statement.reader) {
    // The statement writes, and the read-only connection refuses it.
    statement.run(...bound);
    return { kind: 'rows', columns: [], cells: [], tookMs: 0 };
  }
  const until = forMs === null ? Number.POSITIVE_INFINITY : startedAt + forMs;
  const cells: unknown[][] = [];
  for (const row of statement.iterate(...bound)) {
    if (performance.now() > until) return { kind: 'late' };
    cells.push(row);
  }
  const columns = statement.columns().map(({ name }) => name);
  return { kind: 'rows', columns, cells, tookMs: performance.now() - startedAt };
}

function preparedStatement(text: string): Statement {
  return getOrMakeUpTo(MAX_PREPARED, prepared, text, () => {
    const statement = database.prepare<unknown[], unknown[]>(text);
    return statement.reader ? statement.raw() : statement;
  });
}
