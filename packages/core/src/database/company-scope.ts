import type { EntityManager } from 'typeorm';
import { type Actor, assertCompanyId } from '../actor.ts';
import { isPossibleId } from '../input/possible-id.ts';
import { type CommitWorks, DONE_AT_ONCE } from './commit-work.ts';
import type { KeysApart } from './company-keys/keys-apart.ts';
import type { Dialect } from './dialect.ts';
import type { ChangeEach, RunAhead, RunStatement } from './engine.ts';
import {
  type Change,
  type Criteria,
  deleteStatement,
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

/** What an INSERT takes: everything but the id and the company, which the scope knows. */
export type NewRow<Row extends CompanyRow> = Omit<Row, 'id' | 'companyId'>;

declare const LOCKED: unique symbol;

/**
 * A row that nobody else can change until the transaction ends: it was read with a lock, or made by this transaction.
 * Only such a row can be changed, so that what decides a write is still true when the write happens.
 */
export type Locked<Row> = Row & { readonly [LOCKED]: true };

/** The one way to read within a company: the company of the actor is bound to every statement (SPEC 1). */
export class CompanyScope {
  readonly companyId: number;
  readonly dialect: Dialect;
  /** The keys that stand in tables of their own; null where each is a unique index of its table. */
  readonly keysApart: KeysApart | null;
  protected readonly run: RunStatement;

  constructor(run: RunStatement, dialect: Dialect, of: Actor, keysApart: KeysApart | null = null) {
    this.run = run;
    this.dialect = dialect;
    this.keysApart = keysApart;
    this.companyId = assertCompanyId(of.companyId);
  }

  /** Runs a statement, in which `$1` is the company and `$2, …` are `values`. */
  rows(statement: CompanySql, values: readonly SqlValue[] = []): Promise<RawRow[]> {
    return this.run(statement.text, [this.companyId, ...values]);
  }

  /** Rows of this company that equal all criteria, by id ascending. */
  async find<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row> = {}): Promise<Row[]> {
    const { text, values } = selectStatement(table, this.dialect, criteria, this.companyId);
    return (await this.run(text, values)).map(table.fromDatabase);
  }

  /** The first of them, or null. */
  async findOne<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row>): Promise<Row | null> {
    return (await this.find(table, criteria))[0] ?? null;
  }
}

/** A company's scope inside an open transaction: the one way to write. Its reads see what the transaction has written. */
export class CompanyTransaction extends CompanyScope {
  /** For services that are to join this transaction, and for event sinks. */
  readonly manager: EntityManager;
  /** What is left to be done before the commit. */
  readonly works: CommitWorks;
  readonly #ahead: RunAhead;
  readonly #changeEach: ChangeEach | null;

  constructor(
    run: { readonly statement: RunStatement; readonly ahead: RunAhead; readonly changeEach: ChangeEach | null },
    dialect: Dialect,
    of: Actor,
    manager: EntityManager,
    works: CommitWorks = DONE_AT_ONCE,
    keysApart: KeysApart | null = null,
  ) {
    super(run.statement, dialect, of, keysApart);
    this.#ahead = run.ahead;
    this.#changeEach = run.changeEach;
    this.manager = manager;
    this.works = works;
  }

  /** Runs a statement that changes rows, in which `$1` is the company and `$2, …` are `values`. */
  change(statement: CompanyChangeSql, values: readonly SqlValue[] = []): Promise<RawRow[]> {
    return this.run(statement.text, [this.companyId, ...values]);
  }

  /**
   * Runs a statement that changes rows and gives none, and need not wait for its answer: what it is refused for fails the
   * next statement or the commit. So it is for what nobody catches.
   */
  changeAhead(statement: CompanyChangeSql, values: readonly SqlValue[]): Promise<void> {
    return this.#ahead(statement.text, [this.companyId, ...values]);
  }

  /**
   * Runs a statement that changes rows, without RETURNING, with each list of `$2, …`, and gives how many rows each time has
   * changed. SQLite alone has it: on PostgreSQL each time would be a round trip.
   */
  changeEach(statement: CompanyChangeSql, lists: readonly (readonly SqlValue[])[]): Promise<readonly number[]> {
    if (this.#changeEach === null) throw new Error('Only SQLite changes rows one by one.');
    return this.#changeEach(
      statement.text,
      lists.map((values) => [this.companyId, ...values]),
    );
  }

  /** Reads one row as it is now and holds it until the transaction ends; null where the company has no such row. */
  async lockOne<Row extends CompanyRow>(table: Table<Row>, id: number): Promise<Locked<Row> | null> {
    if (!isPossibleId(id, table.maxId)) return null;
    return (await this.lockAll(table, { id } as Criteria<Row>))[0] ?? null;
  }

  /**
   * The same for all rows that equal the criteria, locked by id ascending: two transactions that lock several rows of
   * a table wait for one another in one order and never block each other.
   */
  async lockAll<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row>): Promise<Locked<Row>[]> {
    const { text, values } = selectStatement(table, this.dialect, criteria, this.companyId, 'for update');
    return (await this.run(text, values)).map((raw) => table.fromDatabase(raw) as Locked<Row>);
  }

  /** Inserts a row into this company and gives it back with its id. */
  async insert<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<Locked<Row>> {
    const { text, values } = insertStatement(table, this.dialect, row as Partial<Row>, 'row', this.companyId);
    const [inserted] = await this.run(text, values);
    return table.fromDatabase(inserted as RawRow) as Locked<Row>;
  }

  /** Inserts a row of which only the id is not known yet, and gives it. */
  async insertForId<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<number> {
    const { text, values } = insertStatement(table, this.dialect, row as Partial<Row>, 'id', this.companyId);
    const [inserted] = await this.run(text, values);
    return table.columns.id.fromDatabase(inserted?.id);
  }

  /** Inserts a row that nobody needs back: reading it all again costs as much as writing it. */
  async append<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<void> {
    const { text, values } = insertStatement(table, this.dialect, row as Partial<Row>, 'nothing', this.companyId);
    await this.run(text, values);
  }

  /** The same without waiting for it, as by `changeAhead`. */
  appendAhead<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<void> {
    const { text, values } = insertStatement(table, this.dialect, row as Partial<Row>, 'nothing', this.companyId);
    return this.#ahead(text, values);
  }

  /** Changes the named columns of a locked row and gives the row as it is then. */
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

/** A loop: lists of the columns of a day take 5 µs more. */
function changedRow<Row extends CompanyRow>(row: Locked<Row>, change: Change<Row>): Locked<Row> {
  const changed = { ...row };
  for (const property in change) {
    if (change[property] !== undefined) changed[property] = change[property] as Locked<Row>[typeof property];
  }
  return changed;
}
