import type { MessagePort } from 'node:worker_threads';
import { ShaonError } from '../../errors.ts';
import { classifyDatabaseError } from '../constraint-errors.ts';
import { tookTooLong } from '../reading.ts';
import { type RawRow, rowsFromCells, type SqliteValue } from '../sql.ts';

/* The messages between the threads. */

/** The settings that a thread is started with. */
export interface ThreadData {
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly cacheKb: number;
}

export interface ThreadStatement {
  readonly text: string;
  readonly values: readonly SqliteValue[];
  /** How long it may go on returning rows; null for no limit. */
  readonly forMs: number | null;
}

/** One statement, or a port on which the statements of a snapshot arrive. */
export type ReaderTask = ThreadStatement | { readonly port: MessagePort };

export type ThreadAnswer =
  | {
      readonly kind: 'rows';
      readonly columns: readonly string[];
      readonly cells: readonly (readonly unknown[])[];
      readonly tookMs: number;
    }
  | { readonly kind: 'late' }
  | { readonly kind: 'error'; readonly code: string | null; readonly message: string };

/** What a thread says when it is free again; a failed snapshot has no answer. */
export type ThreadMessage = { readonly answer: ThreadAnswer | null } | { readonly failure: string };

/** The rows of an answer. Throws `took_too_long`, and SQLite's errors as `classifyDatabaseError` returns them. */
export function rowsOfAnswer(answer: ThreadAnswer, name: string): RawRow[] {
  if (answer.kind === 'rows') return rowsFromCells(answer.columns, answer.cells);
  if (answer.kind === 'late') throw tookTooLong(name);
  const { code, message } = answer;
  throw classifyDatabaseError(Object.assign(new Error(message), code === null ? {} : { code }), 'sqlite');
}

/** The error for a reading whose thread has ended: killed, or out of memory. */
export function threadEnded(name: string, cause: unknown): ShaonError {
  const text = 'The thread that read has ended. Try again.';
  return new ShaonError('database_unavailable', text, { reading: name }, { cause });
}
