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

/** A member of a row, by its name, and what makes its value of the database's. */
export type Reader = { fromDatabase(value: unknown): unknown };
/** Makes a row of one that the database gave. */
export type RowFromDatabase = (raw: RawRow) => object;

/** `this.id = reader0.fromDatabase(raw.id); …`, for the same reason: half a row of the audit's 2 µs. */
export function rowReader(readers: Readonly<Record<string, Reader>>): RowFromDatabase {
  const names = Object.keys(readers);
  const known = names.map((name, index) => `const reader${index} = readers.${name};`);
  const members = names.map((name, index) => `this.${name} = reader${index}.fromDatabase(raw.${name});`);
  const body = `${known.join(' ')} return function (raw) { ${members.join(' ')} };`;
  const make = writtenOut(names, 'readers', body) as ((of: typeof readers) => new (raw: RawRow) => object) | null;
  if (make === null) return plainRowReader(readers);
  const Row = make(readers);
  Row.prototype = Object.prototype;
  return (raw) => new Row(raw);
}

/** The same by a loop. */
export function plainRowReader(readers: Readonly<Record<string, Reader>>): RowFromDatabase {
  const entries = Object.entries(readers);
  return (raw) => Object.fromEntries(entries.map(([name, reader]) => [name, reader.fromDatabase(raw[name])]));
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
