import { keptText } from './kept-texts.ts';
import {
  type CellsOf,
  type RowOf,
  cellReader as writtenOutCellReader,
  rowMaker as writtenOutRowMaker,
} from './written-out.ts';

/*
 * The seam of everything that exists for speed alone. Outside of this folder only this file, `fast-sqlite.ts`,
 * `fast-postgres.ts` and `fast-pages.ts` are imported; each has a plain counterpart that does the same by TypeORM's public interface.
 */

/** `SHAON_FAST_PATH=off` switches the whole folder off, to tell whether a fault lies in it. */
export const isFastPathOn = (): boolean => process.env.SHAON_FAST_PATH !== 'off';

/** Makes the function that reads a row's cells in the order of `names`, undefined for what the row lacks. */
export function cellReader(names: readonly string[]): CellsOf {
  if (isFastPathOn()) return writtenOutCellReader(names);
  return (row) => names.map((name) => (row as Record<string, unknown>)[name]);
}

/** Makes the function that makes a row of its cells, in the order of `names`. */
export function rowMaker(names: readonly string[]): RowOf {
  if (isFastPathOn()) return writtenOutRowMaker(names);
  return (cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]]));
}

/** The text of a table's statement: `make` gives it, and gives the same for the same shape. */
export const textOfShape: (table: object, shape: string, make: () => string) => string = isFastPathOn()
  ? keptText
  : (_table, _shape, make) => make();
