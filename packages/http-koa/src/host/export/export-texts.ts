import { EXPORT_FIELDS, type ExportedCompany, type ExportedFile, type ExportedRow, IMPORT_FIELDS } from '@shaon/core';
import { stringify } from 'csv-stringify/sync';

/** What a reader could take for the end of a row, or take away. */
const QUOTED = /[\r\n]|^\s|\s$/;

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Rows of CSV as they are: nothing is put before what a spreadsheet would run as a formula, or an import would read
 * another text. Lists are their JSON.
 */
function csv(columns: readonly string[], rows: Rows, isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    quoted_match: QUOTED,
    cast: { boolean: String, object: (value: object) => JSON.stringify(value) },
  });
}

/** company.csv, of one row. */
export async function* companyCsv(company: ExportedCompany): AsyncGenerator<string> {
  yield csv(Object.keys(company), [{ ...company }], true);
}

/** A file of CSV with all columns of its kind, some rows at a time. */
export async function* rowsCsv({ kind, rows }: ExportedFile, tell: (rows: number) => void): AsyncGenerator<string> {
  // Breaks are among the punches.
  const columns = ['external_id', ...IMPORT_FIELDS[kind].filter((name) => name !== 'breaks'), ...EXPORT_FIELDS[kind]];
  yield csv(columns, [], true);
  let count = 0;
  for await (const page of rows()) {
    yield csv(columns, page, false);
    count += page.length;
    tell(count);
  }
}

/** The one document of JSON: the company first, a row a line. */
export async function* wholeJson(
  company: ExportedCompany,
  files: readonly ExportedFile[],
  tell: (file: ExportedFile, rows: number, isDone: boolean) => void,
): AsyncGenerator<string> {
  yield `{"company": ${JSON.stringify(company)}`;
  for (const file of files) {
    yield `,\n"${file.kind}": [`;
    let count = 0;
    for await (const page of file.rows()) {
      yield page.map((row: ExportedRow, index) => `${count + index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('');
      count += page.length;
      tell(file, count, false);
    }
    tell(file, count, true);
    yield '\n]';
  }
  yield '}\n';
}
