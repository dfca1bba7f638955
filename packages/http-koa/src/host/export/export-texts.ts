import { EXPORT_FIELDS, type ExportedCompany, type ExportedFile, IMPORT_FIELDS } from '@shaon/core';
import { stringify } from 'csv-stringify/sync';

/** Text that a reader could take for the end of a row, or trim. */
const QUOTED = /[\r\n]|^\s|\s$/;

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * CSV rows without changes: text that a spreadsheet would run as a formula is not escaped, because an import would then
 * read another text. Lists are written as JSON.
 */
function csv(columns: readonly string[], rows: Rows, isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    quoted_match: QUOTED,
    cast: { boolean: String, object: (value: object) => JSON.stringify(value) },
  });
}

/** company.csv, with one row. */
export async function* companyCsv(company: ExportedCompany): AsyncGenerator<string> {
  yield csv(Object.keys(company), [{ ...company }], true);
}

/** A CSV file with all columns of its kind, in portions of rows. */
export async function* rowsCsv({ kind, rows }: ExportedFile, onRows: (rows: number) => void): AsyncGenerator<string> {
  // Breaks are part of the punches.
  const columns = ['external_id', ...IMPORT_FIELDS[kind].filter((name) => name !== 'breaks'), ...EXPORT_FIELDS[kind]];
  yield csv(columns, [], true);
  let count = 0;
  for await (const page of rows()) {
    yield csv(columns, page, false);
    count += page.length;
    onRows(count);
  }
}

/** company.json, with one object. */
export async function* companyJson(company: ExportedCompany): AsyncGenerator<string> {
  yield `${JSON.stringify(company)}\n`;
}

/** A file of JSON with one row on each line, in portions of rows. */
export async function* rowsJson({ rows }: ExportedFile, onRows: (rows: number) => void): AsyncGenerator<string> {
  let count = 0;
  for await (const page of rows()) {
    yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
    count += page.length;
    onRows(count);
  }
}
