import type { SourceRow } from '@shaon/core';
import { CsvError, type Info, parse } from 'csv-parse';
import type { UploadedFile } from '../../form.ts';
import type { Page } from '../../page.ts';

/* A file of people as it was uploaded (D:A128). A file that is no table is refused as a whole. */

const MOST_ROWS = 10_000;
/** Characters of the longest row; a quote that is never closed would take in all others. */
const LONGEST_ROW = 100_000;
const NEEDED = ['external_id', 'name'];
/** The apostrophe by which our own files keep a spreadsheet from running a text, such as `+972…`, as a formula. */
const ESCAPE = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/** The rows of a file, or a sentence about why it has none. */
export async function rowsOfFile(
  { t, format }: Page,
  file: UploadedFile,
): Promise<readonly SourceRow[] | { readonly problem: string }> {
  const texts = t.people.fromFile;
  if (file.isTooLarge) return { problem: texts.tooLarge };
  const text = textOf(file.content);
  if (text === null) return { problem: encodingProblem(texts, file.content) };
  // A spreadsheet's own file is no text, though it may happen to be valid UTF-8.
  if (text.includes('\0') || text.startsWith('PK')) return { problem: texts.notCsv };
  const [header = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].sort((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',';
  const rows: SourceRow[] = [];
  let columns: readonly string[] = [];
  const parser = parse(text, {
    columns: (names: string[]) => {
      columns = names.map((name, index) => name.trim() || `column ${index + 1}`);
      return [...columns];
    },
    delimiter,
    info: true,
    max_record_size: LONGEST_ROW,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    to: MOST_ROWS + 1,
  });
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: Record<string, string> }>) {
      const missing = NEEDED.find((column) => !columns.includes(column));
      if (missing !== undefined) return { problem: texts.columnMissing(missing) };
      const twice = columns.find((column, index) => columns.indexOf(column) !== index);
      if (twice !== undefined) return { problem: texts.columnTwice(twice) };
      if (rows.length === MOST_ROWS) return { problem: texts.tooMany(format.number(MOST_ROWS)) };
      const values = Object.entries(record).map(([column, cell]) => [column, cell.replace(ESCAPE, '')]);
      rows.push({ line: info.lines, values: Object.fromEntries(values) });
    }
  } catch (error) {
    if (error instanceof CsvError) return { problem: texts.brokenLine(format.number(Number(error.lines ?? 1))) };
    throw error;
  }
  return rows.length === 0 ? { problem: texts.noRows } : rows;
}

/** Null if the bytes are not UTF-8. */
function textOf(content: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

/** Letters of Hebrew stand in windows-1255 where UTF-8 has parts of letters. */
function encodingProblem(texts: Page['t']['people']['fromFile'], content: Buffer): string {
  const isUtf16 = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  if (isUtf16) return texts.encoding('UTF-16');
  if (content.includes(0)) return texts.notCsv;
  const letters = new TextDecoder('windows-1255').decode(content).match(/[\u05d0-\u05ea]/g) ?? [];
  return letters.length > 0 ? texts.encoding('windows-1255') : texts.otherEncoding;
}
