import { dateOfDayNumber } from '../../time/calendar-date.ts';
import { cachedText } from './cached-texts.ts';
import {
  cellReader as generatedCellReader,
  rowMaker as generatedRowMaker,
  type MakeRow,
  type ReadCells,
} from './generated-functions.ts';
import { bufferedDoubleOfBits, keptDateOfDay } from './read-values.ts';

/*
 * The seam of all code that exists only for speed. Outside this folder only this file, `fast-sqlite.ts`,
 * `fast-postgres.ts` and `json-pages.ts` are imported; each has a plain counterpart that does the same by TypeORM's
 * public interface.
 */

/** `SHAON_FAST_PATH=off` switches the whole folder off, to find out whether a fault is in it. */
export const isFastPathOn = (): boolean => process.env.SHAON_FAST_PATH !== 'off';

/** Makes the function that reads a row's cells in the order of `names`; undefined for missing ones. */
export function cellReader(names: readonly string[]): ReadCells {
  if (isFastPathOn()) return generatedCellReader(names);
  return (row) => names.map((name) => (row as Record<string, unknown>)[name]);
}

/** Makes the function that makes a row from its cells, in the order of `names`. */
export function rowMaker(names: readonly string[]): MakeRow {
  if (isFastPathOn()) return generatedRowMaker(names);
  return (cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]]));
}

/** The date `YYYY-MM-DD` of a day's number since 1970. */
export const dateOfDay: (day: number) => string = isFastPathOn() ? keptDateOfDay : dateOfDayNumber;

/** The double of 16 hexadecimal digits. Throws `RangeError` if there are fewer. */
export const doubleOfBits: (hex: string) => number = isFastPathOn()
  ? bufferedDoubleOfBits
  : (hex) => Buffer.from(hex, 'hex').readDoubleBE();

/** The text of a table's statement. `make` builds it, and must build the same text for the same shape. */
export const textOfShape: (table: object, shape: string, make: () => string) => string = isFastPathOn()
  ? cachedText
  : (_table, _shape, make) => make();
