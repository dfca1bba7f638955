import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { IMPORT_KINDS, type ImportFile, ShaonError } from '@shaon/core';
import { UNFINISHED } from '../export/export-folder.ts';
import { csvFile, readCompanyCsv } from './csv-file.ts';
import { type ExportedSource, exportedSource } from './exported-source.ts';
import { jsonList, surveyJson } from './json-document.ts';

/** A company in the source. */
export interface ImportSource {
  /** The source's values of the company itself; validated when it is created. */
  readonly company: Readonly<Record<string, unknown>> | null;
  /** Where these values are, for messages. */
  readonly companySource: string;
  readonly files: readonly ImportFile[];
  /** The members that only an export has; null for another source. */
  readonly exported: ExportedSource | null;
}

/** A company and its files, as found. */
type FoundSource = Omit<ImportSource, 'exported'>;

/** Opens a JSON file or a folder of CSV files. Throws `options_invalid`, which names a missing or invalid part. */
export async function openSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ShaonError('options_invalid', `There is no ${path}.`);
  const folder = found.isDirectory() ? path : dirname(path);
  assertFinished(folder);
  if (found.isDirectory()) return knowingExports(await openFolder(path), folder);
  if (extname(path).toLowerCase() === '.json') return knowingExports(await openJson(path), folder);
  throw new ShaonError('options_invalid', `${path} is neither a .json file nor a folder of .csv files.`);
}

/** An interrupted export must not be imported as a company without its remaining rows. */
function assertFinished(folder: string): void {
  if (!UNFINISHED.test(basename(resolve(folder)))) return;
  throw new ShaonError('options_invalid', `${folder} is of an export that did not come to its end. Export again.`);
}

function knowingExports({ company, ...found }: FoundSource, folder: string): ImportSource {
  const { exported, rest } = exportedSource(company, folder);
  return { ...found, company: rest, exported };
}

async function openFolder(path: string): Promise<FoundSource> {
  const names = (await readdir(path)).filter((name) => extname(name).toLowerCase() === '.csv').sort();
  const known = ['company.csv', ...IMPORT_KINDS.map((kind) => `${kind}.csv`)];
  const unknown = names.find((name) => !known.includes(name));
  // A misspelt file would otherwise be ignored silently.
  if (unknown !== undefined) {
    throw new ShaonError('options_invalid', `${unknown} is not one of ${known.join(', ')}.`);
  }
  if (names.length === 0) throw new ShaonError('options_invalid', `${path} holds none of ${known.join(', ')}.`);
  const kinds = IMPORT_KINDS.filter((kind) => names.includes(`${kind}.csv`));
  return {
    company: names.includes('company.csv') ? await readCompanyCsv(join(path, 'company.csv'), 'company.csv') : null,
    companySource: 'company.csv',
    files: kinds.map((kind) => csvFile(kind, join(path, `${kind}.csv`), `${kind}.csv`)),
  };
}

async function openJson(path: string): Promise<FoundSource> {
  const name = basename(path);
  const { company, kinds } = await surveyJson(path, name);
  if (company !== undefined && (typeof company !== 'object' || company === null || Array.isArray(company))) {
    throw new ShaonError('options_invalid', `${name}: company is an object.`);
  }
  return {
    company: (company as Readonly<Record<string, unknown>> | undefined) ?? null,
    companySource: `${name}, company`,
    files: kinds.map((kind) => jsonList(kind, path, name)),
  };
}
