import type { EntitySchemaColumnOptions } from 'typeorm';
import { dateOfDayNumber } from '../../time/calendar-date.ts';
import { DIFFERENCES, type Dialect } from './dialect.ts';

/** How one kind of value is stored in the two databases, and how it is read. `T` is its type in a row. */
export interface Column<T> {
  readonly options: Readonly<Record<Dialect, EntitySchemaColumnOptions>>;
  /** The expression that reads this column, given its quoted name. */
  select(dialect: Dialect, quotedName: string): string;
  fromDatabase(value: unknown): T;
  /** The same column, where null means "none". */
  readonly nullable: Column<T | null>;
}

interface ColumnKind<T> {
  readonly sqlite: EntitySchemaColumnOptions;
  readonly postgres: EntitySchemaColumnOptions;
  select?(dialect: Dialect, quotedName: string): string;
  read(value: unknown): T;
}

function column<T>(kind: ColumnKind<T>): Column<T> {
  const select = kind.select ?? ((_dialect: Dialect, quotedName: string) => quotedName);
  const options = { sqlite: kind.sqlite, postgres: kind.postgres };
  const nullable: Column<T | null> = {
    select,
    options: { sqlite: { ...kind.sqlite, nullable: true }, postgres: { ...kind.postgres, nullable: true } },
    fromDatabase: (value) => (value === null || value === undefined ? null : kind.read(value)),
    get nullable() {
      return nullable;
    },
  };
  return { select, options, fromDatabase: kind.read, nullable };
}

/** The integer id of a company, department, employee, token, …: generated, never reused. */
export const generatedId: Column<number> = column({
  sqlite: { type: 'integer', primary: true, generated: 'increment' },
  postgres: { type: 'integer', primary: true, generated: 'increment' },
  read: Number,
});

/** The id of tables that grow without bound: attendance, punch, leave, audit, message. */
export const generatedBigId: Column<number> = column({
  sqlite: { type: 'integer', primary: true, generated: 'increment' },
  postgres: { type: 'bigint', primary: true, generated: 'increment' },
  read: safeInteger,
});

/** Refers to a `generatedId`, or holds a small number. */
export const integer: Column<number> = column({
  sqlite: { type: 'integer' },
  postgres: { type: 'integer' },
  read: Number,
});

/** Refers to a `generatedBigId`. node-postgres gives text; a number above 2^53−1 is refused rather than rounded. */
export const bigInteger: Column<number> = column({
  sqlite: { type: 'integer' },
  postgres: { type: 'bigint' },
  read: safeInteger,
});

export const text: Column<string> = column({ sqlite: { type: 'text' }, postgres: { type: 'text' }, read: String });

/**
 * Text that our code prepares for comparing and sorting: both databases compare it by code point, whatever their
 * locale. It is empty in a row that was not written by our code.
 */
export const foldedText: Column<string> = column({
  sqlite: { type: 'text', default: '' },
  postgres: { type: 'text', collation: 'C', default: '' },
  read: String,
});

/** Text that holds one of a closed set of words; a CHECK of the table keeps the set. */
export function word<Word extends string>(): Column<Word> {
  return column({ sqlite: { type: 'text' }, postgres: { type: 'text' }, read: (value) => String(value) as Word });
}

/** A primary key of text. */
export const textKey: Column<string> = column({
  sqlite: { type: 'text', primary: true },
  postgres: { type: 'text', primary: true },
  read: String,
});

export const flag: Column<boolean> = column({
  sqlite: { type: 'boolean' },
  postgres: { type: 'boolean' },
  // Read as 1 or 0, because a host may have set a global type parser for booleans.
  select: (dialect, quotedName) => (dialect === 'postgres' ? `${quotedName}::int` : quotedName),
  read: (value) => Number(value) === 1,
});

/** A point in time to the millisecond: `timestamptz(3)`, or epoch milliseconds. */
export const instant: Column<Date> = column({
  sqlite: { type: 'integer', transformer: { to: epochMilliseconds, from: dateOrNull } },
  postgres: { type: 'timestamptz', precision: 3 },
  select: (dialect, quotedName) => DIFFERENCES[dialect].instantAsMs(quotedName),
  read: (value) => new Date(Number(value)),
});

/** A calendar date `YYYY-MM-DD`; PostgreSQL gives the number of its day since 1970. */
export const calendarDateColumn: Column<string> = column({
  sqlite: { type: 'text' },
  postgres: { type: 'date' },
  select: (dialect, quotedName) => DIFFERENCES[dialect].dateToRead(quotedName),
  read: (value) => (Number.isNaN(Number(value)) ? String(value) : dateOfDayNumber(Number(value))),
});

/** An amount of money as decimal text with four places, even when a host has set a global type parser for numbers. */
export const money: Column<string> = column({
  sqlite: { type: 'text' },
  postgres: { type: 'numeric', precision: 12, scale: 4 },
  select: (dialect, quotedName) => (dialect === 'postgres' ? `${quotedName}::text` : quotedName),
  read: String,
});

/** A coordinate in degrees (D:T11). */
export const double: Column<number> = column({
  sqlite: { type: 'double precision' },
  postgres: { type: 'double precision' },
  select: (dialect, quotedName) => DIFFERENCES[dialect].doubleAsBits(quotedName),
  read: (value) => (typeof value === 'string' ? Buffer.from(value, 'hex').readDoubleBE() : Number(value)),
});

function safeInteger(value: unknown): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError('A stored id is beyond 2^53-1.');
}

function epochMilliseconds(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}

function dateOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value));
}
