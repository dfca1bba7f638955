import { rmSync } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { extname } from 'node:path';
import { type ImportedRow, ShaonError, silentLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import { stringify } from 'csv-stringify/sync';

/** The file for the record ids of an import's rows. */
interface IdsFile {
  /** Appends the rows, within the import's transaction. */
  write(rows: readonly ImportedRow[]): Promise<void>;
  /** Gives the file its final name, after the import was committed. */
  finish(): Promise<void>;
  /** Deletes the file, after the import has failed. */
  discard(): Promise<void>;
}

const COLUMNS = ['kind', 'external_id', 'id', 'outcome'] as const;

const valuesOf = ({ kind, externalId, id, outcome }: ImportedRow) => [kind, externalId, id, outcome];

/** For programs, which need each key unchanged: nothing is escaped for spreadsheets. */
const TEXT: Readonly<Record<string, (rows: readonly ImportedRow[]) => string>> = {
  '.csv': (rows) => stringify(rows.map(valuesOf)),
  '.jsonl': (rows) =>
    rows
      .map(valuesOf)
      .map((values) => `${JSON.stringify(Object.fromEntries(values.map((value, at) => [COLUMNS[at], value])))}\n`)
      .join(''),
};

/**
 * Opens a file that gets its final name once the import is committed, so that nobody reads ids that were rolled back.
 * It never replaces another file, and only this user may read it, because a key may be an ID number. Throws
 * `options_invalid` before anything is imported.
 */
export async function openIdsFile(path: string): Promise<IdsFile> {
  const format = extname(path).toLowerCase();
  const textOf = TEXT[format];
  if (textOf === undefined) throw new ShaonError('options_invalid', '--ids FILE ends in .csv or in .jsonl.');
  await assertFree(path);
  const part = `${path}.${process.pid}.part`;
  const handle = await open(part, 'wx', 0o600);
  const keep = removeOnSignal(part);
  if (format === '.csv') await handle.appendFile(`${COLUMNS.join(',')}\n`);
  return {
    async write(rows) {
      await handle.appendFile(textOf(rows));
    },
    async finish() {
      keep();
      await handle.sync();
      await handle.close();
      await rename(part, path).catch((error: Error) => {
        const message = `The import is done, and its ids are in ${part}, which could not be renamed: ${error.message}`;
        throw new ShaonError('options_invalid', message);
      });
    },
    async discard() {
      await handle.close();
      await rm(part, { force: true });
      keep();
    },
  };
}

const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes a file and exits on a signal that stops the process, such as Ctrl-C, until the returned function is called.
 */
function removeOnSignal(path: string): () => void {
  const remove = guardedHandler(silentLog, 'signal during an import', (signal: NodeJS.Signals) => {
    try {
      rmSync(path, { force: true });
    } finally {
      process.exit(128 + constants.signals[signal]);
    }
  });
  for (const signal of STOPPING) process.on(signal, remove);
  return () => {
    for (const signal of STOPPING) process.off(signal, remove);
  };
}

async function assertFree(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new ShaonError('options_invalid', `There is a ${path} already. Name another file, or remove it first.`);
}
