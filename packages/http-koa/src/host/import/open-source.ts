import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { IMPORT_KINDS, type ImportFile, ShaonError } from '@shaon/core';
import { UNFINISHED } from '../export/export-folder.ts';
import { csvFile, readCompanyCsv } from './csv-file.ts';
import { type ExportedSource, exportedSource } from './exported-source.ts';
import { jsonLines, readCompanyJson } from './json-lines.ts';

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

/** The file of each name, by its extension. */
const COMPANY = { '.csv': readCompanyCsv, '.json': readCompanyJson };
const ROWS = { '.csv': csvFile, '.jsonl': jsonLines };

/** Opens a folder of CSV or JSON files. Throws `options_invalid`, which names a missing or invalid part. */
export async function openSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ShaonError('options_invalid', `There is no ${path}.`);
  if (!found.isDirectory()) throw new ShaonError('options_invalid', `${path} is no folder of .csv or .jsonl files.`);
  assertFinished(path);
  const names = await sourceNames(path);
  const fileOf = (name: string, extensions: object) =>
    Object.keys(extensions)
      .map((extension) => name + extension)
      .find((file) => names.includes(file));

  const companySource = fileOf('company', COMPANY) ?? 'company';
  const readCompany = COMPANY[extname(companySource) as keyof typeof COMPANY];
  const { exported, rest } = exportedSource(
    readCompany === undefined ? null : await readCompany(join(path, companySource), companySource),
    path,
  );
  const files = IMPORT_KINDS.flatMap((kind) => {
    const name = fileOf(kind, ROWS);
    return name === undefined ? [] : [ROWS[extname(name) as keyof typeof ROWS](kind, join(path, name), name)];
  });
  return { company: rest, companySource, files, exported };
}

/** An interrupted export must not be imported as a company without its remaining rows. */
function assertFinished(folder: string): void {
  if (!UNFINISHED.test(basename(resolve(folder)))) return;
  throw new ShaonError('options_invalid', `${folder} is of an export that did not come to its end. Export again.`);
}

/** The names of the files to read. A misspelt one, or the second of two for the same rows, would be ignored silently. */
async function sourceNames(path: string): Promise<string[]> {
  const names = (await readdir(path)).filter((name) => ['.csv', '.json', '.jsonl'].includes(extname(name))).sort();
  const known = [
    ...Object.keys(COMPANY).map((extension) => `company${extension}`),
    ...IMPORT_KINDS.flatMap((kind) => Object.keys(ROWS).map((extension) => kind + extension)),
  ];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ShaonError('options_invalid', `${unknown} is not one of ${known.join(', ')}.`);
  }
  if (names.length === 0) throw new ShaonError('options_invalid', `${path} holds none of ${known.join(', ')}.`);
  const bases = names.map((name) => basename(name, extname(name)));
  const twice = bases.find((base, index) => bases.indexOf(base) !== index);
  if (twice === undefined) return names;
  throw new ShaonError('options_invalid', `${path} has two files of ${twice}. Keep the one that is meant.`);
}
