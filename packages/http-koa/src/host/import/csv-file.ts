import { pipeline, Readable } from 'node:stream';
import { type ImportFile, type ImportKind, ShaonError, type SourceRow } from '@shaon/core';
import { CsvError, type Info, parse } from 'csv-parse';
import { LONGEST_ROW, type RowSource, readUtf8, tooLong } from './read-utf8.ts';

/** Rows passed on at once; fewer if they are long, because all of them are in memory. */
const CHUNK = 250;
const CHUNK_BYTES = LONGEST_ROW;

interface ParsedRecord {
  readonly info: Info;
  readonly record: Readonly<Record<string, string>>;
}

/** A CSV file with a header line, as in RFC 4180: quotes, line breaks within them, CRLF or LF. */
export function csvFile(kind: ImportKind, path: string, name: string): ImportFile {
  return { kind, name, rows: () => readCsv(path, name) };
}

/** The one row of company.csv: the company's name, zone and language. Empty cells are left out. */
export async function readCompanyCsv(path: string, name: string): Promise<Readonly<Record<string, string>>> {
  const rows: SourceRow[] = [];
  for await (const chunk of readCsv(path, name, [])) rows.push(...chunk);
  if (rows.length !== 1)
    throw new ShaonError('options_invalid', `${name} must have one row, the company's; it has ${rows.length}.`);
  const cells = Object.entries(rows[0]?.values ?? {}) as [string, string][];
  return Object.fromEntries(cells.filter(([, value]) => value !== ''));
}

/** Rows of CSV, in portions; `needed` are columns that the header must have. */
export async function* readCsv(
  from: RowSource,
  name: string,
  needed: readonly string[] = ['external_id'],
): AsyncGenerator<readonly SourceRow[]> {
  let hasHeader = false;
  const parser = parse({
    columns: (header: string[]) => {
      hasHeader = true;
      return checkedHeader(header, name, needed);
    },
    info: true,
    max_record_size: LONGEST_ROW,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  // The parser's iteration throws errors of the reading side.
  pipeline(Readable.from(readUtf8(from, name)), parser, () => undefined);
  let chunk: SourceRow[] = [];
  let passedOn = 0;
  try {
    for await (const { info, record } of parser as AsyncIterable<ParsedRecord>) {
      chunk.push({ line: info.lines, values: record });
      if (chunk.length < CHUNK && info.bytes - passedOn < CHUNK_BYTES) continue;
      yield chunk;
      chunk = [];
      passedOn = info.bytes;
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, name) : error;
  } finally {
    parser.destroy();
  }
  // A header without rows means that there are none; an empty file is a failed export.
  if (!hasHeader) throw new ShaonError('options_invalid', `${name}, line 1: the header line is missing.`);
  if (chunk.length > 0) yield chunk;
}

function checkedHeader(header: readonly string[], name: string, needed: readonly string[]): string[] {
  // A spreadsheet may add empty columns at the end, which get a name by their position.
  const columns = header.map((column, index) => column.trim() || `column ${index + 1}`);
  const separator = columns.length === 1 ? /[;\t]/.exec(columns[0] ?? '')?.[0] : undefined;
  if (separator !== undefined) {
    const named = separator === ';' ? 'semicolons' : 'tabs';
    throw new ShaonError(
      'options_invalid',
      `${name}, line 1: ${named} stand between the cells. Put commas there; a spreadsheet writes what the system's regional settings name as the list separator.`,
    );
  }
  const seen = new Set<string>();
  const twice = columns.find((column) => {
    const isKnown = seen.has(column);
    seen.add(column);
    return isKnown;
  });
  if (twice !== undefined)
    throw new ShaonError('options_invalid', `${name}, line 1: the column ${twice} stands twice.`);
  const missing = needed.find((column) => !columns.includes(column));
  if (missing !== undefined) {
    throw new ShaonError('options_invalid', `${name}, line 1: the column ${missing} is missing.`);
  }
  return columns;
}

/** The parser's own message may contain part of the row, so it is not shown. */
function unreadable(error: CsvError, name: string): ShaonError {
  const line = typeof error.lines === 'number' ? `, line ${error.lines}` : '';
  const reasons: Readonly<Record<string, string>> = {
    CSV_MAX_RECORD_SIZE: tooLong('the row'),
    CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
    CSV_RECORD_INCONSISTENT_COLUMNS: 'the row has more or fewer cells than the header',
    CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'the row has more or fewer cells than the header',
    CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quote',
    INVALID_OPENING_QUOTE: 'a quote stands inside an unquoted cell',
  };
  return new ShaonError('options_invalid', `${name}${line}: ${reasons[error.code] ?? `not readable (${error.code})`}.`);
}
