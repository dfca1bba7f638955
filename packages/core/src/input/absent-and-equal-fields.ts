/**
 * The columns that a change writes: a field that is absent keeps its value, one that equals it changes nothing
 * (D:W18, W32). Only what differs is written, so that two changes of different fields do not undo each other.
 */
export function differingColumns<Row extends object, Column extends keyof Row>(
  row: Row,
  change: { readonly [Name in Column]: Row[Name] | undefined },
): Partial<Pick<Row, Column>> {
  const differing: Partial<Pick<Row, Column>> = {};
  for (const column of Object.keys(change) as Column[]) {
    const value = change[column];
    if (value !== undefined && value !== row[column]) differing[column] = value;
  }
  return differing;
}
