import type { RunStatement } from '../connect/engine.ts';
import type { Dialect } from './dialect.ts';
import { type Criteria, canMatch, insertStatement, selectStatement } from './row-statements.ts';
import type { RawRow, SqlValue } from './sql.ts';
import { type EveryCompanySql, everyCompanySql } from './statement.ts';
import type { AnyTable, Table } from './table.ts';

/**
 * Statements over every company: for work before a company is known (a token, an e-mail address, a due message) and for
 * the operator (prune, audit). Only such work may use this class; its name shows the wide scope where it is used.
 */
export class AllCompanies {
  readonly dialect: Dialect;
  readonly #run: RunStatement;

  constructor(run: RunStatement, dialect: Dialect) {
    this.#run = run;
    this.dialect = dialect;
  }

  /** Runs a statement, in which `$1, $2, …` are `values`. */
  run(statement: EveryCompanySql, values: readonly SqlValue[] = []): Promise<RawRow[]> {
    return this.#run(statement.text, values);
  }

  /** Rows that equal all criteria, by id ascending. */
  async find<Row extends object>(table: Table<Row>, criteria: Criteria<Row>): Promise<Row[]> {
    if (!canMatch(table, criteria)) return [];
    const { text, values } = selectStatement(table, this.dialect, criteria, null);
    return (await this.#run(text, values)).map(table.fromDatabase);
  }

  /** Inserts a row and returns it with its id. */
  async insert<Row extends object>(table: Table<Row>, row: Partial<Row>): Promise<Row> {
    const { text, values } = insertStatement(table, this.dialect, row, 'row');
    const [inserted] = await this.#run(text, values);
    return table.fromDatabase(inserted as RawRow);
  }
}

/** Whether a table has no rows, of any company. */
export async function isEmpty(all: AllCompanies, table: AnyTable): Promise<boolean> {
  return (await all.run(everyCompanySql`SELECT 1 AS found FROM ${table} LIMIT 1`)).length === 0;
}
