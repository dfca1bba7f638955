import type { Column } from './columns.ts';

/** The row of a table, which its columns say: each property has the values of its column. */
export type RowOf<Columns extends Readonly<Record<string, Column<unknown>>>> = {
  -readonly [Property in keyof Columns]: ReturnType<Columns[Property]['fromDatabase']>;
};
