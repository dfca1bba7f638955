import { invalidOption } from '../../errors.ts';
import { getOrMake } from '../../get-or-make.ts';
import type { LimitText } from './people-limit.ts';
import type { AnyTable } from './table.ts';

/** Writes a statement; its tables then have only the people of a limit, or everybody. */
type Render = (limit: LimitText | null) => string;

/** A text of SQL. Each kind is a class, so that a text of another kind, or another object, is not accepted. */
class Sql {
  readonly text: string;
  readonly #render: Render;
  readonly #limited = new Map<string, string>();

  /** @internal */
  constructor(render: Render) {
    this.#render = render;
    this.text = render(null);
  }

  /** The text for a manager's limit. */
  textFor(limit: LimitText | null): string {
    return limit === null ? this.text : getOrMake(this.#limited, limit.key, () => this.#render(limit));
  }
}

/**
 * SQL within one company, made only by `companySql`, which gives each table the company's condition; so a statement
 * that forgets the company cannot be written (SPEC 1).
 */
export class CompanySql extends Sql {
  declare protected readonly kind: 'company';
}

/** SQL that changes rows of one company; only a transaction accepts it. */
export class CompanyChangeSql extends Sql {
  declare protected readonly kind: 'company change';
}

/**
 * SQL over the rows of all companies: for work before a company is known (a token, an e-mail address, a due message)
 * and for the operator (prune, audit). It is a separate type, so a company's scope does not accept it.
 */
export class EveryCompanySql extends Sql {
  declare protected readonly kind: 'every company';
}

/** Whose rows of a table a company's statement means. */
type Whose = 'every company' | 'everybody' | 'limited';

/** A table inside a company's statement, with other rows than usual or read by a named index. */
class UsedTable {
  readonly table: AnyTable;
  readonly whose: Whose;
  readonly hint: string;

  constructor(table: AnyTable, whose: Whose, hint = '') {
    this.table = table;
    this.whose = whose;
    this.hint = hint;
  }
}

/** Marks a table in a company's statement as meant with all its rows: for what is unique in the installation. */
export function everyCompany(table: AnyTable): UsedTable {
  return new UsedTable(table, 'every company');
}

/** Marks a table as meant with the rows of everybody in the company, also for a manager who is limited to some (D:A110). */
export function ofEverybody(table: AnyTable): UsedTable {
  return new UsedTable(table, 'everybody');
}

/** A company's rows of a table, read with a hint of `DIFFERENCES[dialect].byIndex`. */
export function readByIndex(table: AnyTable, hint: string): UsedTable {
  return new UsedTable(table, 'limited', hint);
}

type CompanyPart = AnyTable | UsedTable | CompanySql | string | number;
type EveryCompanyPart = AnyTable | EveryCompanySql | string | number;

/**
 * A statement, or a part of one, within a company. `$1` is the company, `$2, …` are the values. A table in it becomes a
 * subquery of the company's rows, so it needs an alias: companySql`SELECT e.id FROM ${employeeTable} e`. Both databases
 * plan such a subquery like a condition in WHERE. Strings may not name a table.
 */
export function companySql(texts: TemplateStringsArray, ...parts: readonly CompanyPart[]): CompanySql {
  return new CompanySql((limit) => joined(texts, parts, (part, next) => renderCompanyPart(part, next, limit)));
}

/** Like `companySql`, for a statement with a change in it: companyChange`WITH made AS (${insertOf(…)}) SELECT …`. */
export function companyChange(
  texts: TemplateStringsArray,
  ...parts: readonly (CompanyPart | CompanyChangeSql)[]
): CompanyChangeSql {
  return new CompanyChangeSql((limit) =>
    joined(texts, parts, (part, next) =>
      part instanceof CompanyChangeSql ? part.textFor(limit) : renderCompanyPart(part, next, limit),
    ),
  );
}

function renderCompanyPart(part: CompanyPart, next: string, limit: LimitText | null): string | null {
  if (part instanceof CompanySql) return part.textFor(limit);
  if (part instanceof UsedTable) {
    const { table, whose, hint } = part;
    if (whose === 'every company') return `"${table.name}"`;
    return companyRows(table, hint, next, whose === 'everybody' ? null : limit);
  }
  return isTable(part) ? companyRows(part, '', next, limit) : null;
}

/** Like `companySql` over all companies: a table means all its rows, and `$1, …` are the values. */
export function everyCompanySql(texts: TemplateStringsArray, ...parts: readonly EveryCompanyPart[]): EveryCompanySql {
  return new EveryCompanySql(() =>
    joined(texts, parts, (part) => {
      if (part instanceof EveryCompanySql) return part.text;
      return isTable(part) ? `"${part.name}"` : null;
    }),
  );
}

/** The condition and the result of a statement that changes rows. */
interface ChangedRows {
  /** A condition in addition to the company's own. */
  readonly where: CompanySql | string;
  readonly returning?: string;
}

/**
 * UPDATE of the company's rows that meet a condition. With `from`, a `FROM …` whose rows give the new values, the table
 * is called `changed` in the values of `set` and in `where`. When those rows give ids, `isById` keeps SQLite from using
 * an index by company, which would read all rows of the company. PostgreSQL does not need it, and a cluster would no
 * longer recognise the company.
 */
export function updateOf(
  table: AnyTable,
  {
    set,
    from,
    isById = false,
    where,
    returning,
  }: ChangedRows & { readonly set: CompanySql | string; readonly from?: CompanySql; readonly isById?: boolean },
): CompanyChangeSql {
  const company =
    from === undefined ? companyCondition(table) : `${isById ? '+' : ''}changed.${companyCondition(table)}`;
  return new CompanyChangeSql((limit) => {
    const [alias, source] = from === undefined ? ['', ''] : [' AS changed', ` ${from.textFor(limit)}`];
    const own = company + within(limit, table, from === undefined ? `"${table.name}"` : 'changed');
    const text = `UPDATE "${table.name}"${alias} SET ${sqlOf(set, limit)}${source} WHERE ${own} AND (${sqlOf(where, limit)})`;
    return text + returned(returning);
  });
}

/** DELETE of the company's rows that meet a condition. */
export function deleteOf(table: AnyTable, { where, returning }: ChangedRows): CompanyChangeSql {
  return new CompanyChangeSql((limit) => {
    const own = companyCondition(table) + within(limit, table, `"${table.name}"`);
    return `DELETE FROM "${table.name}" WHERE ${own} AND (${sqlOf(where, limit)})${returned(returning)}`;
  });
}

/**
 * INSERT of the rows of a SELECT within the company, or of one row of values. The function adds the company's column
 * first; `columns` and `values` name the others.
 */
export function insertOf(
  table: AnyTable,
  rows: {
    readonly columns: readonly string[];
    /** The expressions, in the order of the columns: `'$2', 'e.id'`. */
    readonly values: readonly (CompanySql | string)[];
    /** `FROM …`; absent for one row of values. */
    readonly from?: CompanySql;
    /** `ON CONFLICT …`. */
    readonly onConflict?: CompanySql | string;
    readonly returning?: string;
  },
): CompanyChangeSql {
  const columns = ['company_id', ...rows.columns].map((name) => `"${name}"`).join(', ');
  return new CompanyChangeSql((limit) => {
    const selected = ['$1', ...rows.values.map((value) => sqlOf(value, limit))].join(', ');
    const from = rows.from === undefined ? '' : ` ${rows.from.textFor(limit)}`;
    const conflict = rows.onConflict === undefined ? '' : ` ${sqlOf(rows.onConflict, limit)}`;
    return `INSERT INTO "${table.name}" (${columns}) SELECT ${selected}${from}${conflict}${returned(rows.returning)}`;
  });
}

/** An alias after a table's name; keywords are excluded. */
const ALIAS =
  /^\s+(?:as\s+)?(?!(?:where|on|join|left|inner|cross|order|group|limit|for|set|using|union)\b)([a-z_]\w*)/i;

/** The subquery uses the alias inside too, so that plans show the names of the statement. */
function companyRows(table: AnyTable, hint: string, next: string, limit: LimitText | null): string {
  const alias = ALIAS.exec(next)?.[1];
  if (alias === undefined) throw invalidOption(`In a company's statement ${table.name} needs an alias.`);
  if (limit !== null && table.limitedRows !== undefined) return table.limitedRows(limit.conditionOf(table, 't') ?? '');
  const source = [`"${table.name}" AS ${alias}`, ...(hint === '' ? [] : [hint])].join(' ');
  return `(SELECT * FROM ${source} WHERE ${companyCondition(table)}${within(limit, table, alias)})`;
}

/** A manager's limit, in addition to the company's condition. */
function within(limit: LimitText | null, table: AnyTable, alias: string): string {
  const condition = limit?.conditionOf(table, alias) ?? null;
  return condition === null ? '' : ` AND ${condition}`;
}

/** The condition for a company's rows: its own row in the companies' table, else the rows with its id. */
function companyCondition({ name, columns }: AnyTable): string {
  if (name === 'shaon_company') return '"id" = $1';
  if (!Object.hasOwn(columns, 'companyId')) throw invalidOption(`${name} belongs to no company.`);
  return '"company_id" = $1';
}

function joined<Part>(
  texts: TemplateStringsArray,
  parts: readonly Part[],
  render: (part: Part, next: string) => string | null,
): string {
  let sql = plain(texts[0] ?? '');
  for (const [index, part] of parts.entries()) {
    const next = texts[index + 1] ?? '';
    sql += (render(part, next) ?? plain(String(part))) + plain(next);
  }
  return sql;
}

const sqlOf = (part: CompanySql | string, limit: LimitText | null): string =>
  part instanceof CompanySql ? part.textFor(limit) : plain(part);

const returned = (returning: string | undefined): string =>
  returning === undefined ? '' : ` RETURNING ${plain(returning)}`;

/** Refuses strings that name a table, so that no table is used without its condition. */
function plain(text: string): string {
  if (/\bshaon_/i.test(text)) throw invalidOption('A statement names a table by its object, not by its name.');
  return text;
}

function isTable(part: unknown): part is AnyTable {
  return typeof part === 'object' && part !== null && 'name' in part && 'columns' in part;
}
