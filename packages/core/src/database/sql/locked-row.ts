declare const LOCKED: unique symbol;

/**
 * A row that no other transaction can change until this one ends, because this one has locked or inserted it. `update`
 * and `remove` take only such rows, so what decides a write is still true when the write happens.
 */
export type Locked<Row> = Row & { readonly [LOCKED]: true };

/**
 * The columns that a change writes. An absent field keeps its value, and an equal one changes nothing (D:W18, W32).
 * Only differing columns are written, so that two changes of different fields do not undo each other.
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
