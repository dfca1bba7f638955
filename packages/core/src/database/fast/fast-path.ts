import { getOrMake, getOrMakeUpTo } from '../../get-or-make.ts';
import { dateOfDayNumber } from '../../time/calendar-date.ts';

/*
 * The seam of all code that exists only for speed. scripts/boundary-rules.mjs names the files that are imported outside
 * this folder; each has a plain counterpart that does the same by TypeORM's public interface.
 */

/** `SHAON_FAST_PATH=off` switches the whole folder off, to find out whether a fault is in it. */
export const isFastPathOn = (): boolean => process.env.SHAON_FAST_PATH !== 'off';

let last = { day: Number.NaN, date: '' };

/** Keeps the last date, because most records of a list have the date of the one before: a tenth of a long page. */
function keptDateOfDay(day: number): string {
  if (day !== last.day) last = { day, date: dateOfDayNumber(day) };
  return last.date;
}

/** The date `YYYY-MM-DD` of a day's number since 1970. */
export const dateOfDay: (day: number) => string = isFastPathOn() ? keptDateOfDay : dateOfDayNumber;

const BITS = Buffer.alloc(8);

/** Uses one buffer for all: one for each coordinate takes 129 ns instead of 83, a twentieth of a long page. */
function bufferedDoubleOfBits(hex: string): number {
  if (BITS.write(hex, 'hex') !== BITS.length) throw new RangeError('A stored coordinate does not have eight bytes.');
  return BITS.readDoubleBE();
}

/** The double of 16 hexadecimal digits. Throws `RangeError` if there are fewer. */
export const doubleOfBits: (hex: string) => number = isFastPathOn()
  ? bufferedDoubleOfBits
  : (hex) => Buffer.from(hex, 'hex').readDoubleBE();

/** A caller of PATCH can choose among some thousand combinations of columns. */
const MAX_CACHED = 500;

const texts = new WeakMap<object, Map<string, string>>();

/**
 * Keeps the texts of searches and changes of rows, one for each shape. A new text would have to be hashed again to find
 * its prepared statement, which takes 4 µs.
 */
function cachedText(table: object, shape: string, make: () => string): string {
  return getOrMakeUpTo(
    MAX_CACHED,
    getOrMake(texts, table, () => new Map<string, string>()),
    shape,
    make,
  );
}

/** The text of a table's statement. `make` builds it, and must build the same text for the same shape. */
export const textOfShape: typeof cachedText = isFastPathOn() ? cachedText : (_table, _shape, make) => make();
