import type { EntityManager } from 'typeorm';
import { type Actor, assertCompanyId } from '../../actor.ts';
import type { RunStatement } from '../connect/engine.ts';
import type { Dialect } from './dialect.ts';
import type { Locked } from './locked-row.ts';
import { LimitText, type PeopleLimit, withLimitValues } from './people-limit.ts';
import {
  type Change,
  type Criteria,
  canMatch,
  deleteStatement,
  type Hold,
  insertStatement,
  selectStatement,
  updateStatement,
} from './row-statements.ts';
import type { RawRow, SqlValue } from './sql.ts';
import type { CompanyChangeSql, CompanySql } from './statement.ts';
import type { Table } from './table.ts';

/** A row that belongs to a company. */
export interface CompanyRow {
  readonly id: number;
  readonly companyId: number;
}

/** The columns for an INSERT: all but the id, which is generated, and the company, which the scope knows. */
export type NewRow<Row extends CompanyRow> = Omit<Row, 'id' | 'companyId'>;

/** Checks whether a person may still act, and reads to whom they are limited; null for everybody in the company. */
export type ReadLimit = () => Promise<PeopleLimit | null>;

/**
 * The only way to read within a company: the actor's company is bound to every statement (SPEC 1), and so is the limit of
 * a manager who sees only some of its people (D:A110).
 */
export class CompanyScope {
  readonly companyId: number;
  readonly dialect: Dialect;
  protected readonly run: RunStatement;
  readonly #readLimit: ReadLimit | null;

  /** @param readLimit null for an actor who is no person, and so has no limit */
  constructor(run: RunStatement, dialect: Dialect, of: Actor, readLimit: ReadLimit | null = null) {
    this.run = run;
    this.dialect = dialect;
    this.companyId = assertCompanyId(of.companyId);
    this.#readLimit = readLimit;
  }

  /** Runs a statement, in which `$1` is the company and `$2, …` are `values`. */
  rows(statement: CompanySql, values: readonly SqlValue[] = []): Promise<RawRow[]> {
    return this.runLimited((limit) => ({ text: statement.textFor(limit), values: [this.companyId, ...values] }));
  }

  /** Rows of this company that equal all criteria, by id ascending. */
  async find<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row> = {}): Promise<Row[]> {
    return (await this.select(table, criteria, 'none')).map(table.fromDatabase);
  }

  protected async select<Row extends CompanyRow>(
    table: Table<Row>,
    criteria: Criteria<Row>,
    hold: Hold,
  ): Promise<RawRow[]> {
    if (!canMatch(table, criteria)) return [];
    return this.runLimited((limit) => selectStatement(table, this.dialect, criteria, this.companyId, hold, limit));
  }

  /** Runs a statement that is written for the actor's limit. */
  protected runLimited(
    write: (limit: LimitText | null) => { readonly text: string; readonly values: readonly SqlValue[] },
  ): Promise<RawRow[]> {
    const runFor = (limit: PeopleLimit | null) => {
      const { text, values } = write(limit === null ? null : new LimitText(this.dialect, limit));
      if (limit === null) return this.run(text, values);
      const limited = withLimitValues(text, values, limit);
      return this.run(limited.text, limited.values);
    };
    return this.#readLimit === null ? runFor(null) : this.#readLimit().then(runFor);
  }

  /** The row of this company with the lowest id that equals all criteria, or null. */
  async findOne<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row>): Promise<Row | null> {
    return (await this.find(table, criteria))[0] ?? null;
  }
}

/** A company's scope inside an open transaction: the only way to write. Its reads see the transaction's own writes. */
export class CompanyTransaction extends CompanyScope {
  /** For services that join this transaction, and for event sinks. */
  readonly manager: EntityManager;

  constructor(
    run: RunStatement,
    dialect: Dialect,
    of: Actor,
    manager: EntityManager,
    readLimit: ReadLimit | null = null,
  ) {
    super(run, dialect, of, readLimit);
    this.manager = manager;
  }

  /** Runs a statement that changes rows, in which `$1` is the company and `$2, …` are `values`. */
  change(statement: CompanyChangeSql, values: readonly SqlValue[] = []): Promise<RawRow[]> {
    return this.runLimited((limit) => ({ text: statement.textFor(limit), values: [this.companyId, ...values] }));
  }

  /** Reads one row as it is now and locks it until the transaction ends; null if the company has no such row. */
  async lockOne<Row extends CompanyRow>(table: Table<Row>, id: number): Promise<Locked<Row> | null> {
    return (await this.lockAll(table, { id } as Criteria<Row>))[0] ?? null;
  }

  /**
   * Reads and locks all rows that equal the criteria, by id ascending. Because every transaction locks the rows of a
   * table in this order, two of them cannot deadlock there.
   */
  async lockAll<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row>): Promise<Locked<Row>[]> {
    const rows = await this.select(table, criteria, 'for update');
    return rows.map((raw) => table.fromDatabase(raw) as Locked<Row>);
  }

  /** Inserts a row into this company and returns it with its id. */
  async insert<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<Locked<Row>> {
    const { text, values } = insertStatement(table, this.dialect, row as Partial<Row>, 'row', this.companyId);
    const [inserted] = await this.run(text, values);
    return table.fromDatabase(inserted as RawRow) as Locked<Row>;
  }

  /** Inserts a row and returns only its id, for a caller that knows the rest of the row. */
  async insertForId<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<number> {
    const { text, values } = insertStatement(table, this.dialect, row as Partial<Row>, 'id', this.companyId);
    const [inserted] = await this.run(text, values);
    return table.columns.id.fromDatabase(inserted?.id);
  }

  /** Inserts a row and returns nothing. */
  append<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<unknown> {
    const { text, values } = insertStatement(table, this.dialect, row as Partial<Row>, 'nothing', this.companyId);
    return this.run(text, values);
  }

  /** Changes the named columns of a locked row and returns the changed row. */
  async update<Row extends CompanyRow>(
    table: Table<Row>,
    row: Locked<Row>,
    change: Change<NewRow<Row>>,
  ): Promise<Locked<Row>> {
    const statement = updateStatement(table, this.companyId, row.id, change as Change<Row>);
    if (statement === null) return row;
    await this.run(statement.text, statement.values);
    return changedRow(row, change as Change<Row>);
  }

  /** Deletes a locked row. */
  async remove<Row extends CompanyRow>(table: Table<Row>, row: Locked<Row>): Promise<void> {
    const { text, values } = deleteStatement(table, this.companyId, row.id);
    await this.run(text, values);
  }
}

function changedRow<Row extends CompanyRow>(row: Locked<Row>, change: Change<Row>): Locked<Row> {
  const changed = { ...row };
  for (const property in change) {
    if (change[property] !== undefined) changed[property] = change[property] as Locked<Row>[typeof property];
  }
  return changed;
}
