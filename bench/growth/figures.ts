import type { DatabaseKind } from '../v1/settings.ts';

/** What `growth/figures.json` has: the pictures of docs/pictures are drawn from it. */
export type Figures = Partial<Record<DatabaseKind, SizeFigures[]>>;

/** A company with so many records. */
export interface SizeFigures {
  readonly rows: number;
  /** When it was measured. */
  readonly date: string;
  /** CPU of a request in ms: the first page, a month of a department, the last page. */
  readonly cpuMs: { readonly first: number; readonly filtered: number; readonly last: number };
  /** The same by the number of the page. */
  readonly pages: Readonly<Record<string, number>>;
}
