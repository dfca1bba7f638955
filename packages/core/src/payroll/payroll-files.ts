import { setImmediate } from 'node:timers/promises';
import { type CsvCell, csvText } from '../csv-text.ts';
import type { SheetColumn } from './payroll-columns.ts';
import { ROWS_AT_ONCE } from './payroll-rows.ts';

/** CSV in UTF-8 with a byte order mark, or a workbook of Excel. */
export type PayrollFormat = 'csv' | 'xlsx';

/** What is written, row by row, with the sum at the end. */
export interface PayrollContent {
  readonly month: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: () => Iterable<readonly CsvCell[]>;
  readonly total: readonly CsvCell[];
  readonly hours: 'minutes' | 'hundredths';
}

/** A cell as people read it: `165:35` or `165.58` for hours. */
export function payrollText(
  cell: CsvCell,
  { kind }: Pick<SheetColumn, 'kind'>,
  hours: PayrollContent['hours'],
): string {
  if (cell === null) return '';
  if (kind !== 'hours' || typeof cell !== 'number') return String(cell);
  const perHour = hours === 'minutes' ? 60 : 100;
  const [whole, rest] = [Math.floor(cell / perHour), cell % perHour];
  return `${whole}${hours === 'minutes' ? ':' : '.'}${String(rest).padStart(2, '0')}`;
}

/** The file in pieces; other work runs in between. */
export async function* payrollPieces(
  content: PayrollContent,
  format: PayrollFormat,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  if (format === 'xlsx') yield* workbook(content);
  else yield* csv(content);
}

async function* csv(content: PayrollContent): AsyncGenerator<string, void, undefined> {
  const { columns, hours } = content;
  const names = columns.map(({ name }) => name);
  let isFirst = true;
  let some: string[][] = [];
  for (const row of allRows(content)) {
    some.push(row.map((cell, index) => payrollText(cell, columns[index] as SheetColumn, hours)));
    if (some.length < ROWS_AT_ONCE) continue;
    yield csvText(some, names, { isFirst });
    await setImmediate();
    [isFirst, some] = [false, []];
  }
  if (some.length > 0) yield csvText(some, names, { isFirst });
}

function* allRows({ rows, total }: PayrollContent): Generator<readonly CsvCell[], void, undefined> {
  yield* rows();
  yield total;
}

const MINUTES_OF_DAY = 1_440;

/** How a spreadsheet shows numbers of each kind: of hours it sums up days, and more than 24 of them. */
const NUMBER_FORMATS = { minutes: '[h]:mm', hundredths: '0.00' } as const;

/** Names may have characters that no XML has, and one of them would spoil the whole workbook. */
const forXml = (text: string): string => text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD');

/** Texts are texts, whatever they begin with, so a spreadsheet runs none as a formula. */
async function* workbook(content: PayrollContent): AsyncGenerator<Uint8Array, void, undefined> {
  const { columns, hours, month } = content;
  const { writeXlsxStream } = await import('hucre/xlsx');
  const divisor = hours === 'minutes' ? MINUTES_OF_DAY : 100;
  async function* cells() {
    let written = 0;
    for (const row of allRows(content)) {
      yield row.map((cell, index) => {
        if (typeof cell === 'string') return forXml(cell);
        return columns[index]?.kind === 'hours' && typeof cell === 'number' ? cell / divisor : cell;
      });
      if (++written % ROWS_AT_ONCE === 0) await setImmediate();
    }
  }
  yield* writeXlsxStream(cells(), {
    name: month,
    columns: columns.map(({ name, kind }) => ({
      header: forXml(name),
      width: kind === 'text' ? 20 : 12,
      ...(kind === 'hours' && { numFmt: NUMBER_FORMATS[hours] }),
    })),
    freezePane: { rows: 1 },
  });
}
