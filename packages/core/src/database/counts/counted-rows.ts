import { firstOfMonth, lastOfMonth } from '../../time/calendar-date.ts';
import { type Column, calendarDateColumn, count, generatedBigId, integer, text, word } from '../columns.ts';
import { DIFFERENCES, type Dialect } from '../dialect.ts';
import { type AnyTable, defineTable, type StoredTable } from '../table.ts';

/**
 * What the rows of a table are counted by. Each mix of the features is a kind, so that a list filtered by any mix finds
 * its total and its page from the counts of one member. The feature of `split` has columns instead for its known values.
 */
export interface CountedRows<Row> {
  /** The table of the counts: `kind`, `member`, the columns of the buckets, and the totals (`totalsOf`). */
  readonly counts: StoredTable;
  readonly buckets: CountBuckets<Row>;
  /** The features in the order in which a member names them; only the last may be free text. */
  readonly features: readonly CountedFeature<Row>[];
  readonly split: CountSplit<Row>;
  /** The table of the rows. */
  readonly table: AnyTable;
  /** Since when a row no longer counts; absent if all rows count. */
  readonly goneSince?: GoneSince<Row>;
  /** Which of its rows count: a condition on `a`. */
  readonly isCounted: string;
}

interface GoneSince<Row> {
  readonly column: string;
  of(row: Row): Date | null;
}

/**
 * The feature whose known values share each count's row: a row that passes from one value to another changes a single
 * count of each kind. Mixes with another value have counts of their own.
 */
export interface CountSplit<Row> {
  readonly feature: CountedFeature<Row>;
  readonly values: readonly string[];
}

/** The feature by which all counted tables are split. */
export const STATUS: CountedFeature<{ readonly status: string }> = {
  name: 'status',
  column: 'status',
  of: ({ status }) => status,
};

/** The features of rows that belong to a department and a branch, and have a status. */
export const BY_UNIT_AND_STATUS = [
  { name: 'department', column: 'department_id', of: ({ departmentId }) => departmentId },
  { name: 'branch', column: 'branch_id', of: ({ branchId }) => branchId },
  STATUS,
] as const satisfies readonly CountedFeature<{
  readonly departmentId: number | null;
  readonly branchId: number | null;
  readonly status: string;
}>[];

/** A property of rows that they can share, such as their department. */
export interface CountedFeature<Row> {
  readonly name: string;
  readonly column: string;
  /** Null for a row without a value: no list by this feature contains it. */
  of(row: Row): string | number | null;
}

/** The buckets in a list's order in which its rows are counted: days and months, or blocks of ids. */
export interface CountBuckets<Row> {
  /** The columns of the counts' table that identify a bucket. */
  readonly columns: Readonly<Record<string, Column<string | number>>>;
  readonly checks?: Readonly<Record<string, string>>;
  /** The buckets in which a row is counted, each as the columns' values. */
  of(row: Row): readonly (readonly (string | number)[])[];
  /** The finest bucket of a row `a`: its column name and expression. */
  readonly finest: readonly [name: string, expression: string];
  /** The buckets that contain a finest one, each as expressions of it. */
  within(dialect: Dialect): readonly (readonly string[])[];
  /** How to count the rows again, range by range. */
  readonly recountRanges: RecountRanges;
}

/** Ranges of a list's order, each of whole buckets and small enough for one statement. */
interface RecountRanges {
  /** The column of a row `a` by which ranges are ordered. */
  readonly column: string;
  /** Reads that column as a value for `endOf`. */
  select(dialect: Dialect): string;
  /** A value before all others. */
  readonly beforeAll: string | number;
  /** The last value of the range that contains a value. */
  endOf(value: unknown): string | number;
}

/** Days, and the months that contain them. */
export const DAYS_AND_MONTHS: CountBuckets<{ readonly date: string }> = {
  columns: {
    period: word<'day' | 'month'>(),
    /** The first day of the period. */
    date: calendarDateColumn,
  },
  checks: { period: `"period" IN ('day', 'month')` },
  of: ({ date }) => [
    ['day', date],
    ['month', firstOfMonth(date)],
  ],
  finest: ['date', 'a.date'],
  within: (dialect) => [
    ["'day'", 'date'],
    ["'month'", DIFFERENCES[dialect].firstOfMonth('date')],
  ],
  recountRanges: {
    column: 'date',
    select: (dialect) => DIFFERENCES[dialect].dateAsText('a.date'),
    beforeAll: '-infinity',
    endOf: (date) => lastOfMonth(String(date)),
  },
};

/** The kind of a mix of features; `all` for none. */
export const kindOf = (features: readonly { readonly name: string }[]): string =>
  features.length === 0 ? 'all' : features.map(({ name }) => name).join(' ');

/** The check of a counts' table that its kinds are the mixes of these features. */
const kindCheck = (features: readonly { readonly name: string }[]): string =>
  `"kind" IN (${mixesOf(features)
    .map((mix) => `'${kindOf(mix)}'`)
    .join(', ')})`;

/** The column of all rows of a count; those of the split's values are a part of it. */
export const TOTAL = 'total';

/** The column of the rows with one of the split's values: `pending_total`. */
export const totalOf = (value: string): string => `${value}_total`;

/** The columns of a count that hold numbers: of all its rows, and of those with each of the split's values. */
export const totalsOf = <Row>({ split }: CountedRows<Row>): string[] => [TOTAL, ...split.values.map(totalOf)];

/** A member of a kind: the features' values in order; department 3 with the status pending is `3 pending`. */
export const memberOf = (values: readonly (string | number)[]): string => values.join(' ');

/** Every combination of some things, in their order; the empty one first. */
export function mixesOf<Thing>(things: readonly Thing[]): Thing[][] {
  let mixes: Thing[][] = [[]];
  for (const thing of things) mixes = [...mixes, ...mixes.map((mix) => [...mix, thing])];
  return mixes;
}

/**
 * Defines what the rows of a table are counted by, and the table of the counts: the number of rows of one member of a
 * kind, such as one department, in one bucket. On PostgreSQL several partial rows may add up to one number, so that
 * concurrent writers need not wait for each other (`count-changes.ts`).
 */
export function defineCountedRows<Row>(
  name: `shaon_${string}_count`,
  counted: Omit<CountedRows<Row>, 'counts' | 'isCounted'>,
): CountedRows<Row> {
  const { features, split, buckets, goneSince } = counted;
  const counts = defineTable<Record<string, unknown>>({
    name,
    columns: {
      id: generatedBigId,
      companyId: integer,
      /** The grouping: `all`, or the names of features (`kindOf`). */
      kind: text,
      /** The values of the features (`memberOf`). */
      member: text,
      ...buckets.columns,
      /** A partial row may be below 0. */
      total: integer,
      ...Object.fromEntries(split.values.map((value) => [`${value}Total`, count])),
    },
    indices: [{ columns: ['companyId', 'kind', 'member', ...Object.keys(buckets.columns)] }],
    refersToCompany: true,
    checks: { kind: kindCheck(features), ...buckets.checks },
  });
  return { ...counted, counts, isCounted: goneSince === undefined ? '1 = 1' : `a.${goneSince.column} IS NULL` };
}
