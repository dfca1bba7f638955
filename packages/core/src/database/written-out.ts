/** Makes a row of its cells. */
export type RowOf = (cells: readonly unknown[]) => Record<string, unknown>;
/** Makes the cells of a row, undefined for what it lacks. */
export type CellsOf = (row: object) => unknown[];

const PLAIN_NAME = /^[a-z]\w*$/i;

/**
 * Makes the function that makes a row: `{ id: cells[0], … }`, written out. A loop that names each cell takes fifteen
 * times as long, 1 µs a row, since the engine looks for the shape of the row anew at each name; better-sqlite3's own
 * takes longer still. Only plain names become code; where a process forbids that, or a name is another, it is the loop.
 */
export function rowMaker(names: readonly string[]): RowOf {
  const members = names.map((name, index) => `${name}: cells[${index}]`);
  return (
    (writtenOut(names, 'cells', `{ ${members.join(', ')} }`) as RowOf | null) ??
    ((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]])))
  );
}

/** The way back, `[row.id, …]`, for the same reason. */
export function cellReader(names: readonly string[]): CellsOf {
  const cells = names.map((name) => `row.${name}`);
  return (
    (writtenOut(names, 'row', `[${cells.join(', ')}]`) as CellsOf | null) ??
    ((row) => names.map((name) => (row as Record<string, unknown>)[name]))
  );
}

/** Null where a name is not plain or the process forbids code from text. */
function writtenOut(names: readonly string[], parameter: string, result: string): ((given: never) => unknown) | null {
  if (!names.every((name) => PLAIN_NAME.test(name))) return null;
  try {
    return new Function(parameter, `return ${result};`) as (given: never) => unknown;
  } catch {
    return null;
  }
}
