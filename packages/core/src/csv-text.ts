import { stringify } from 'csv-stringify/sync';

/** A value of a file: null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Rows of a CSV file for a spreadsheet. A file's first rows have a byte order mark, so that Hebrew is read, and the line
 * of the columns; texts that a spreadsheet would run as a formula are escaped.
 */
export function csvText(
  rows: readonly (readonly CsvCell[])[],
  columns: readonly string[],
  { isFirst }: { readonly isFirst: boolean },
): string {
  return stringify(isFirst ? [columns, ...rows] : [...rows], {
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
