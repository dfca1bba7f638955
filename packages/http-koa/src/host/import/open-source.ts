import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { IMPORT_KINDS, type ImportFile, ShaonError } from '@shaon/core';
import { csvFile, readCompanyCsv } from './csv-file.ts';
import { jsonList, surveyJson } from './json-document.ts';

/** A company as the source has it. */
export interface ImportSource {
  /** What the source says of the company itself; judged when it is made. */
  readonly company: Readonly<Record<string, unknown>> | null;
  readonly files: readonly ImportFile[];
}

/** Opens a JSON file or a folder of CSV files. Throws `options_invalid` naming what is missing or not understood. */
export async function openSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ShaonError('options_invalid', `There is no ${path}.`);
  if (found.isDirectory()) return openFolder(path);
  if (extname(path).toLowerCase() === '.json') return openJson(path);
  throw new ShaonError('options_invalid', `${path} is neither a .json file nor a folder of .csv files.`);
}

async function openFolder(path: string): Promise<ImportSource> {
  const names = (await readdir(path)).filter((name) => extname(name).toLowerCase() === '.csv').sort();
  const known = ['company.csv', ...IMPORT_KINDS.map((kind) => `${kind}.csv`)];
  const unknown = names.find((name) => !known.includes(name));
  // A misspelt file would be left out without a word.
  if (unknown !== undefined) {
    throw new ShaonError('options_invalid', `${unknown} is not one of ${known.join(', ')}.`);
  }
  if (names.length === 0) throw new ShaonError('options_invalid', `${path} holds none of ${known.join(', ')}.`);
  const kinds = IMPORT_KINDS.filter((kind) => names.includes(`${kind}.csv`));
  return {
    company: names.includes('company.csv') ? await readCompanyCsv(join(path, 'company.csv'), 'company.csv') : null,
    files: kinds.map((kind) => csvFile(kind, join(path, `${kind}.csv`), `${kind}.csv`)),
  };
}

async function openJson(path: string): Promise<ImportSource> {
  const name = basename(path);
  const { company, kinds } = await surveyJson(path, name);
  if (company !== undefined && (typeof company !== 'object' || company === null || Array.isArray(company))) {
    throw new ShaonError('options_invalid', `${name}: company is an object.`);
  }
  return {
    company: (company as Readonly<Record<string, unknown>> | undefined) ?? null,
    files: kinds.map((kind) => jsonList(kind, path, name)),
  };
}
