import { extname } from 'node:path';
import { type ImportedRow, ShaonError } from '@shaon/core';
import { stringify } from 'csv-stringify/sync';
import { NewFile } from '../new-file.ts';

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

/** Opens the file, whose name shows that the import is committed. Throws `options_invalid` before anything is imported. */
export async function openIdsFile(path: string): Promise<IdsFile> {
  const format = extname(path).toLowerCase();
  const textOf = TEXT[format];
  if (textOf === undefined) throw new ShaonError('options_invalid', '--ids FILE ends in .csv or in .jsonl.');
  const file = await NewFile.make(path);
  try {
    if (format === '.csv') await file.write(`${COLUMNS.join(',')}\n`);
  } catch (error) {
    await file.discard();
    throw error;
  }
  return {
    write: (rows) => file.write(textOf(rows)),
    async finish() {
      file.keep();
      await file.finish().catch((error: Error) => {
        const message = `The import is done, and its ids are in ${file.part}, which could not be renamed: ${error.message}`;
        throw new ShaonError('options_invalid', message);
      });
    },
    discard: () => file.discard(),
  };
}
