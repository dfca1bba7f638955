/*
 * Texts of searches and changes of rows, made once for each shape: one that is made anew has to be hashed anew too, to find
 * its prepared statement, 4 µs of each.
 */

/** A caller of PATCH may choose any of some thousand mixes of columns. */
const MAX_KEPT = 500;

const texts = new WeakMap<object, Map<string, string>>();

export function keptText(table: object, shape: string, make: () => string): string {
  let ofTable = texts.get(table);
  if (ofTable === undefined) {
    ofTable = new Map();
    texts.set(table, ofTable);
  }
  let text = ofTable.get(shape);
  if (text === undefined) {
    text = make();
    if (ofTable.size >= MAX_KEPT) ofTable.clear();
    ofTable.set(shape, text);
  }
  return text;
}
