import { EXPORT_FIELDS, type ExportedCompany, type ExportedFile, type ExportedRow, IMPORT_FIELDS } from '@shaon/core';
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

/** The single JSON document: the company first, then one row per line. */
export async function* wholeJson(
  company: ExportedCompany,
  files: readonly ExportedFile[],
  onRows: (file: ExportedFile, rows: number, isDone: boolean) => void,
): AsyncGenerator<string> {
  yield `{"company": ${JSON.stringify(company)}`;
  for (const file of files) {
    yield `,\n"${file.kind}": [`;
    let count = 0;
    for await (const page of file.rows()) {
      yield page.map((row: ExportedRow, index) => `${count + index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('');
      count += page.length;
      onRows(file, count, false);
    }
    onRows(file, count, true);
    yield '\n]';
  }
  yield '}\n';
}
