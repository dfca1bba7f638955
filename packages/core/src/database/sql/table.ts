import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { MAX_BIG_ID, MAX_ID } from '../../possible-id.ts';
import type { Column } from './columns.ts';
import { type Dialect, eachDialect } from './dialect.ts';
import type { RawRow } from './sql.ts';

/** TypeScript's own `NoInfer` came with 5.4, and declarations must compile with 5.0. */
type NotInferred<Type> = [Type][Type extends unknown ? 0 : never];

interface TableKeys<Row> {
  readonly uniques?: readonly (readonly (keyof Row & string)[])[];
  readonly indices?: readonly {
    readonly columns: readonly (keyof Row & string)[];
    readonly where?: string;
    readonly unique?: boolean;
    /** Replaces the columns in the index's name when they would exceed PostgreSQL's 63 bytes. */
    readonly purpose?: string;
  }[];
  /**
   * Tables by the property that refers to them within the company: `(company_id, column)` → `(company_id, id)`. So a row
   * cannot refer to another company's.
   */
  readonly references?: Readonly<Partial<Record<NotInferred<keyof Row & string>, TableName>>>;
  /** Whether `companyId` itself is a reference; not needed if another one leads to a row of the company. */
  readonly refersToCompany?: boolean;
  /** Name → expression, on one line, because TypeORM compares expressions line by line. */
  readonly checks?: Readonly<Record<string, string>>;
}

/** Prefixed `shaon_`, so that it cannot clash with a table of an embedding product. */
type TableName = `shaon_${string}`;

interface TableDefinition<Row> extends TableKeys<Row> {
  readonly name: TableName;
  readonly people?: NonNullable<AnyTable['people']>;
  readonly columns: { readonly [Property in keyof Row]-?: Column<Row[Property]> };
}

/** The row of a table that `defineTable` made: each property has the type of its column's values. */
export type RowOf<Defined extends { fromDatabase(raw: RawRow): object }> = ReturnType<Defined['fromDatabase']>;

/** A table with any rows, as statements name it. */
export interface AnyTable {
  readonly name: string;
  readonly columns: object;
  /**
   * By what its rows are of people, and so reached by a manager's limit (D:A110): their own `id`, the `units` of those
   * counted, or a `login`. Absent, rows with an `employeeId` are of that employee, and others of nobody.
   */
  readonly people?: 'id' | 'units' | 'login';
  /** What the company's rows that meet a limit are read as. */
  limitedRows?(condition: string): string;
}

/** A table by its name alone: of others, or one that has no rows in code. */
export const tableNamed = (name: string): AnyTable => ({ name, columns: {} });

/** A table with any rows, with the columns that reading or writing whole tables needs. */
export interface StoredTable extends AnyTable {
  readonly columns: Readonly<Record<string, Column<unknown>>>;
  readonly properties: readonly string[];
  quoted(property: string): string;
  selection(dialect: Dialect): string;
  valuesOf(row: object): unknown[];
  fromDatabase(raw: RawRow): object;
  schema(dialect: Dialect): EntitySchema;
}

/** One table: its row type, its columns on both databases, and the constant parts of its SQL. */
export interface Table<Row> extends TableDefinition<Row> {
  readonly properties: readonly (keyof Row & string)[];
  /** The highest id that the id column can hold. */
  readonly maxId: number;
  /** The quoted column of a property: `companyId` → `"company_id"`. */
  quoted(property: keyof Row & string): string;
  /** All columns, each under its property's name, for SELECT and RETURNING. */
  selection(dialect: Dialect): string;
  fromDatabase(raw: RawRow): Row;
  /** A row's values in the order of `properties`; undefined for missing ones. */
  valuesOf(row: Partial<Row>): unknown[];
  schema(dialect: Dialect): EntitySchema;
}

/**
 * Describes a table once; the TypeORM entity for each database and the SQL of the company scope are derived from it.
 * Migrations are written by hand; a test checks that they match.
 */
export function defineTable<Row extends object>(definition: TableDefinition<Row>): Table<Row> {
  const properties = Object.keys(definition.columns) as (keyof Row & string)[];
  const columnName = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const quotedNames = new Map(properties.map((property) => [property, `"${columnName(property)}"`]));
  const quoted = (property: keyof Row & string) => quotedNames.get(property) ?? `"${columnName(property)}"`;
  const selections = eachDialect((dialect) =>
    properties
      .map((property) => `${definition.columns[property].select(dialect, quoted(property))} AS "${property}"`)
      .join(', '),
  );
  const readers = properties.map((property) => [property, definition.columns[property].fromDatabase] as const);

  return {
    ...definition,
    properties,
    maxId: isBigId(definition.columns) ? MAX_BIG_ID : MAX_ID,
    quoted,
    selection: (dialect) => selections[dialect],
    fromDatabase(raw) {
      const row: Partial<Row> = {};
      for (const [property, read] of readers) row[property] = read(raw[property]);
      return row as Row;
    },
    valuesOf: (row) => properties.map((property) => row[property]),
    schema: (dialect) => entitySchema(definition, dialect, properties, columnName),
  };
}

const isBigId = (columns: { readonly id?: Column<unknown> }): boolean => columns.id?.options.postgres.type === 'bigint';

/** `synchronize: false` keeps a host's schema tools from changing our tables. */
function entitySchema<Row extends object>(
  table: TableDefinition<Row>,
  dialect: Dialect,
  properties: readonly (keyof Row & string)[],
  columnName: (property: string) => string,
): EntitySchema {
  const columns: Record<string, EntitySchemaColumnOptions> = {};
  for (const property of properties) {
    const options = table.columns[property].options[dialect];
    columns[property] = {
      ...options,
      name: columnName(property),
      ...(options.primary && { primaryKeyConstraintName: `${table.name}_pk` }),
    };
  }
  const short = (names: readonly string[]) => names.map(columnName).join('_');
  return new EntitySchema({
    name: entityName(table.name),
    tableName: table.name,
    synchronize: false,
    columns,
    uniques: (table.uniques ?? []).map((names) => ({
      name: `${table.name}_${short(names)}_key`,
      columns: [...names],
    })),
    indices: (table.indices ?? []).map((index) => ({
      name: `${table.name}_${index.purpose ?? short(index.columns)}_${index.unique ? 'key' : 'idx'}`,
      columns: [...index.columns],
      ...(index.unique && { unique: true }),
      ...(index.where !== undefined && { where: index.where }),
    })),
    checks: Object.entries(table.checks ?? {}).map(([name, expression]) => ({
      name: `${table.name}_${name}_check`,
      expression,
    })),
    foreignKeys: [
      ...(table.refersToCompany ? [foreignKey('companyId', 'shaon_company', ['companyId'], ['id'])] : []),
      ...Object.entries(table.references ?? {}).map(([property, target]) =>
        foreignKey(property, target as TableName, ['companyId', property], ['companyId', 'id']),
      ),
    ],
  });

  function foreignKey(property: string, target: TableName, columnNames: string[], referencedColumnNames: string[]) {
    const name = `${table.name}_${columnName(property)}_fk`;
    return { name, target: entityName(target), columnNames, referencedColumnNames, onDelete: 'RESTRICT' as const };
  }
}

/** `shaon_leave_request` → `ShaonLeaveRequest`: prefixed, because TypeORM would merge entities of one name. */
const entityName = (table: TableName): string =>
  table.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
