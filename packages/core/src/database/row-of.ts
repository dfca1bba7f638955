import type { Column } from './columns.ts';

/** The row type of a table, derived from its columns: each property has the type of its column's values. */
export type RowOf<Columns extends Readonly<Record<string, Column<unknown>>>> = {
  -readonly [Property in keyof Columns]: ReturnType<Columns[Property]['fromDatabase']>;
};
