import type { RawRow } from '../sql.ts';

/** Makes a row of its cells. */
export type RowOf = (cells: readonly unknown[]) => RawRow;
/** Makes the cells of a row, undefined for what it lacks. */
export type CellsOf = (row: object) => unknown[];

const PLAIN_NAME = /^[a-z]\w*$/i;

/**
 * Makes the function that makes a row: `this.id = cells[0]; …`, written out. A loop that names each cell takes fifteen
 * times as long, 1 µs a row, since the engine looks for the shape of the row anew at each name; better-sqlite3's own
 * takes longer still. Only plain names become code; where a process forbids that, or a name is another, it is the loop.
 *
 * A constructor and no literal: Node 20 soon makes the objects of a busy literal old from the start, and their texts and
 * dates with them. Of a busy list that was all there was, 25 kB a page until the next large collection.
 */
export function rowMaker(names: readonly string[]): RowOf {
  const members = names.map((name, index) => `this.${name} = cells[${index}];`);
  const Row = writtenOut(names, 'cells', members.join(' ')) as (new (cells: readonly unknown[]) => RawRow) | null;
  if (Row === null) return (cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  // So that a row is a plain object all the same.
  Row.prototype = Object.prototype;
  return (cells) => new Row(cells);
}

/** The way back, `[row.id, …]`, for the same reason. */
export function cellReader(names: readonly string[]): CellsOf {
  const cells = names.map((name) => `row.${name}`);
  const read = writtenOut(names, 'row', `return [${cells.join(', ')}];`) as CellsOf | null;
  return read ?? ((row) => names.map((name) => (row as RawRow)[name]));
}

/** Null where a name is not plain or the process forbids code from text. */
function writtenOut(names: readonly string[], parameter: string, body: string): unknown {
  if (!names.every((name) => PLAIN_NAME.test(name))) return null;
  try {
    return new Function(parameter, body);
  } catch {
    return null;
  }
}
