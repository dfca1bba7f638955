import type { EntityManager } from 'typeorm';
import { type Actor, assertCompanyId } from '../actor.ts';
import { ShaonError } from '../errors.ts';
import type { Dialect } from './dialect.ts';
import { type RawRow, type Runner, runSql, type SqlValue } from './sql.ts';
import type { Table } from './table.ts';

/** A row that belongs to a company. */
export interface CompanyRow {
  readonly id: number;
  readonly companyId: number;
}

/** What an INSERT takes: everything but the id and the company, which the scope knows. */
export type NewRow<Row extends CompanyRow> = Omit<Row, 'id' | 'companyId'>;

/** What rows must equal; null means IS NULL. An undefined value is refused: it must not widen a search. */
export type Criteria<Row> = { readonly [Property in keyof Row]?: SqlValue };

/** What an UPDATE sets; what is undefined stays as it is. */
export type Change<Row> = { readonly [Property in keyof Row]?: SqlValue | undefined };

/**
 * Statements over every company: for what comes before a company is known (a token, an e-mail address, a due
 * message) or serves the operator (prune, audit). Features ask for it by this telling name, and only for that.
 */
export class AllCompanies {
  readonly dialect: Dialect;
  readonly runner: Runner;

  constructor(runner: Runner, dialect: Dialect) {
    this.runner = runner;
    this.dialect = dialect;
  }

  rows(text: string, values: readonly SqlValue[] = []): Promise<RawRow[]> {
    return runSql(this.runner, this.dialect, text, values);
  }

  async find<Row extends object>(table: Table<Row>, criteria: Criteria<Row>): Promise<Row[]> {
    const { condition, values } = conditionOf(table, criteria, []);
    const rows = await this.rows(
      `SELECT ${table.selection(this.dialect)} FROM "${table.name}" WHERE ${condition}`,
      values,
    );
    return rows.map(table.fromDatabase);
  }

  async insert<Row extends object>(table: Table<Row>, row: Partial<Row>): Promise<Row> {
    return insertRow(this, table, row);
  }
}

/**
 * The one way to data: statements within one company. Every text says `company_id = $1`, and the scope binds it;
 * a text that does not is refused, so that forgetting the company cannot go unnoticed (SPEC 1; STYLE, absorb 7).
 */
export class CompanyScope {
  readonly companyId: number;
  readonly dialect: Dialect;
  readonly runner: Runner;

  constructor(runner: Runner, dialect: Dialect, of: Actor) {
    this.runner = runner;
    this.dialect = dialect;
    this.companyId = assertCompanyId(of.companyId);
  }

  /** Runs `text`, in which `$1` is the company and `$2, …` are `values`. */
  rows(text: string, values: readonly SqlValue[] = []): Promise<RawRow[]> {
    assertScoped(text);
    return runSql(this.runner, this.dialect, text, [this.companyId, ...values]);
  }

  /** Rows of this company that equal all criteria, by id ascending. */
  async find<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row> = {}): Promise<Row[]> {
    const { condition, values } = conditionOf(table, criteria, ['"company_id" = $1']);
    const text = `SELECT ${table.selection(this.dialect)} FROM "${table.name}" WHERE ${condition} ORDER BY "id"`;
    const rows = await runSql(this.runner, this.dialect, text, [this.companyId, ...values]);
    return rows.map(table.fromDatabase);
  }

  async findOne<Row extends CompanyRow>(table: Table<Row>, criteria: Criteria<Row>): Promise<Row | null> {
    return (await this.find(table, criteria))[0] ?? null;
  }

  /** Inserts a row into this company and gives it back with its id. */
  insert<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<Row> {
    return insertRow(this, table, row as Partial<Row>, this.companyId);
  }

  /** Inserts a row of which only the id is not known yet, and gives it. */
  async insertForId<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<number> {
    const { texts, values } = insertOf(table, row as Partial<Row>, this.dialect, this.companyId);
    const [inserted] = await runSql(this.runner, this.dialect, texts.givingId, values);
    return table.columns.id.fromDatabase(inserted?.id);
  }

  /** Inserts a row that nobody needs back: reading it all again costs as much as writing it. */
  async append<Row extends CompanyRow>(table: Table<Row>, row: NewRow<Row>): Promise<void> {
    const { texts, values } = insertOf(table, row as Partial<Row>, this.dialect, this.companyId);
    await runSql(this.runner, this.dialect, texts.text, values);
  }

  /** Changes the named columns of one row; false when this company has no such row. */
  async update<Row extends CompanyRow>(table: Table<Row>, id: number, change: Change<NewRow<Row>>): Promise<boolean> {
    const properties = definedProperties(change);
    if (properties.length === 0) return true;
    const assignments = properties.map(
      (property, index) => `${table.quoted(property as keyof Row & string)} = $${index + 3}`,
    );
    const text = `UPDATE "${table.name}" SET ${assignments.join(', ')} WHERE "company_id" = $1 AND "id" = $2 RETURNING "id"`;
    const values = properties.map((property) => change[property as keyof typeof change] as SqlValue);
    const rows = await runSql(this.runner, this.dialect, text, [this.companyId, id, ...values]);
    return rows.length > 0;
  }

  /** Deletes one row; false when this company has no such row. */
  async remove<Row extends CompanyRow>(table: Table<Row>, id: number): Promise<boolean> {
    const text = `DELETE FROM "${table.name}" WHERE "company_id" = $1 AND "id" = $2 RETURNING "id"`;
    return (await runSql(this.runner, this.dialect, text, [this.companyId, id])).length > 0;
  }
}

/** A company's scope inside an open transaction. */
export class CompanyTransaction extends CompanyScope {
  readonly manager: EntityManager;

  constructor(manager: EntityManager, dialect: Dialect, of: Actor) {
    super(manager, dialect, of);
    this.manager = manager;
  }
}

const scopedTexts = new Set<string>();

function assertScoped(text: string): void {
  if (scopedTexts.has(text)) return;
  if (!/"?company_id"? = \$1\b/.test(text)) {
    throw new ShaonError('options_invalid', 'A statement in a company scope must say company_id = $1.');
  }
  scopedTexts.add(text);
}

async function insertRow<Row extends object>(
  to: { readonly runner: Runner; readonly dialect: Dialect },
  table: Table<Row>,
  row: Partial<Row>,
  companyId?: number,
): Promise<Row> {
  const { texts, values } = insertOf(table, row, to.dialect, companyId);
  const [inserted] = await runSql(to.runner, to.dialect, texts.givingRow, values);
  return table.fromDatabase(inserted as RawRow);
}

/** The statement that fills one set of a table's columns, without and with what it gives back. */
interface InsertTexts {
  readonly text: string;
  readonly givingId: string;
  readonly givingRow: string;
}

/** By table, dialect and columns: a table is always filled with the same ones, or nearly. */
const insertTexts: Readonly<Record<Dialect, WeakMap<object, Map<number, InsertTexts>>>> = {
  sqlite: new WeakMap(),
  postgres: new WeakMap(),
};

/** The statement and its values; the company is the scope's own, without a copy of the row that has it too. */
function insertOf<Row extends object>(
  table: Table<Row>,
  row: Partial<Row>,
  dialect: Dialect,
  companyId?: number,
): { readonly texts: InsertTexts; readonly values: SqlValue[] } {
  const { properties } = table;
  const given = table.valuesOf(row);
  const values: SqlValue[] = [];
  // A bit for each column that is left out: tables have fewer columns than a number has bits.
  let omitted = 0;
  for (let index = 0; index < given.length; index++) {
    const value = properties[index] === 'companyId' ? (companyId ?? given[index]) : given[index];
    if (value === undefined) omitted += 2 ** index;
    else values.push(value as SqlValue);
  }
  return { texts: textsOf(table, omitted, dialect), values };
}

function textsOf<Row extends object>(table: Table<Row>, omitted: number, dialect: Dialect): InsertTexts {
  let known = insertTexts[dialect].get(table);
  if (known === undefined) {
    known = new Map();
    insertTexts[dialect].set(table, known);
  }
  let texts = known.get(omitted);
  if (texts === undefined) {
    const columns = table.properties
      .filter((_, index) => Math.floor(omitted / 2 ** index) % 2 === 0)
      .map((property) => table.quoted(property));
    const places = columns.map((_, index) => `$${index + 1}`);
    const text = `INSERT INTO "${table.name}" (${columns.join(', ')}) VALUES (${places.join(', ')})`;
    texts = {
      text,
      givingId: `${text} RETURNING "id"`,
      givingRow: `${text} RETURNING ${table.selection(dialect)}`,
    };
    known.set(omitted, texts);
  }
  return texts;
}

function conditionOf<Row extends object>(table: Table<Row>, criteria: Criteria<Row>, first: string[]) {
  const conditions = [...first];
  const values: SqlValue[] = [];
  for (const property of Object.keys(criteria)) {
    const value = criteria[property as keyof Row];
    if (value === undefined) throw new ShaonError('options_invalid', `A search by ${property} needs a value.`);
    const name = table.quoted(property as keyof Row & string);
    if (value === null) conditions.push(`${name} IS NULL`);
    else {
      values.push(value);
      conditions.push(`${name} = $${values.length + first.length}`);
    }
  }
  return { condition: conditions.length === 0 ? '1 = 1' : conditions.join(' AND '), values };
}

function definedProperties(of: object): string[] {
  return Object.keys(of).filter((property) => (of as Record<string, unknown>)[property] !== undefined);
}
