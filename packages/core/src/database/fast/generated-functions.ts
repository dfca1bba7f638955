import type { RawRow } from '../sql.ts';
import { isFastPathOn } from './fast-path.ts';

/** Makes a row from its cells. */
export type MakeRow = (cells: readonly unknown[]) => RawRow;
/** Returns the cells of a row; undefined for missing ones. */
export type ReadCells = (row: object) => unknown[];

const PLAIN_NAME = /^[a-z]\w*$/i;

/**
 * Generates the function that makes a row: `this.id = cells[0]; …`. A loop over the names takes fifteen times as long,
 * 1 µs a row, because the engine looks the row's shape up again at each name; better-sqlite3's own function takes
 * longer still. Only plain names become code; otherwise, or if the process forbids generated code, the loop is used.
 *
 * It is a constructor, not a literal: Node 20 soon allocates the objects of a busy literal as old ones, with their
 * texts and dates; for a busy list that kept 25 kB a page until the next large collection.
 */
export function rowMaker(names: readonly string[]): MakeRow {
  const members = names.map((name, index) => `this.${name} = cells[${index}];`);
  const Row = generateFunction(names, 'cells', members.join(' ')) as (new (cells: readonly unknown[]) => RawRow) | null;
  if (Row === null) return (cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  // Rows are still plain objects.
  Row.prototype = Object.prototype;
  return (cells) => new Row(cells);
}

/** The reverse, `[row.id, …]`, generated for the same reason. */
export function cellReader(names: readonly string[]): ReadCells {
  const cells = names.map((name) => `row.${name}`);
  const read = generateFunction(names, 'row', `return [${cells.join(', ')}];`) as ReadCells | null;
  return read ?? ((row) => names.map((name) => (row as RawRow)[name]));
}

/** Null without the fast path, if a name is not plain, or if the process forbids generated code. */
function generateFunction(names: readonly string[], parameter: string, body: string): unknown {
  if (!isFastPathOn() || !names.every((name) => PLAIN_NAME.test(name))) return null;
  try {
    return new Function(parameter, body);
  } catch {
    return null;
  }
}
