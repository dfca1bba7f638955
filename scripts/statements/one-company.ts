import { parseSync } from 'libpg-query';

/*
 * Whether a statement for PostgreSQL touches the rows of one company alone: what a cluster that spreads the tables by
 * company needs, because such a statement runs whole on the machine that holds the company. The text is read by
 * PostgreSQL's own parser. Every table of companies in it has to be bound to one and the same company, by a value or by
 * an equality that leads to one; a condition inside OR, NOT or CASE binds nothing. A query inside an expression, and the
 * condition of an outer join, bind only what they may leave empty themselves.
 */

/** Tables without a company: the installation's own. On a cluster they are not spread. */
export const INSTALLATION_TABLES: readonly string[] = [
  'shaon_secret',
  'shaon_unknown_sign_in',
  'shaon_rate_limit',
  'shaon_migrations',
  'shaon_webhooks_migrations',
];

/** What a statement touches. */
export interface Touched {
  /** Tables of companies, each once. */
  readonly tables: readonly string[];
  /** Those of them whose rows are not bound to the one company of the others. */
  readonly unbound: readonly string[];
}

// The tree of a statement as the parser gives it: each node is an object whose one key is its type.
// biome-ignore lint/suspicious/noExplicitAny: PostgreSQL has some 300 types of nodes, of which these lines name twenty.
type Node = any;

/** The values that a query gives: their names, and what each is equal to. */
interface Output {
  readonly name: string | null;
  readonly term: string | null;
}

/** What stands in FROM: gives the term of a column, or null when it has no such column or it is not known. */
type Source = (column: string) => string | null;

interface Scope {
  readonly sources: Map<string, Source>;
  readonly withs: Map<string, readonly Output[]>;
  readonly outer: Scope | null;
}

/** Says which tables of companies a statement touches and which of them it does not hold to one company. */
export function touched(statement: string): Touched {
  const analysis = new Analysis();
  for (const { stmt } of parseSync(statement).stmts ?? []) analysis.query(stmt, null);
  return analysis.result();
}

/** The column that says whose a row is. */
const ownerColumn = (table: string): string => (table === 'shaon_company' ? 'id' : 'company_id');

const isOfCompanies = (table: string): boolean => table.startsWith('shaon_') && !INSTALLATION_TABLES.includes(table);

const isValue = (term: string): boolean => term.startsWith('$') || term.startsWith("'");

/** Which terms a term must be equal to, one way at a time. A term is a column of one table's appearance, or a value. */
class Equalities {
  readonly #to = new Map<string, Set<string>>();

  /** Wherever `from` has a row, it equals `to`. */
  lead(from: string | null, to: string | null): void {
    if (from === null || to === null || from === to || isValue(from)) return;
    const known = this.#to.get(from);
    if (known === undefined) this.#to.set(from, new Set([to]));
    else known.add(to);
  }

  join(left: string | null, right: string | null): void {
    this.lead(left, right);
    this.lead(right, left);
  }

  /** The term itself and all that it leads to. */
  reached(term: string): ReadonlySet<string> {
    const seen = new Set([term]);
    for (const one of seen) for (const next of this.#to.get(one) ?? []) seen.add(next);
    return seen;
  }

  /** The values among them, which stand in the statement or are given to it. */
  values(term: string): string[] {
    return [...this.reached(term)].filter(isValue);
  }
}

/** Whether a condition may bind a term. */
type IsBound = (term: string) => boolean;
const EVERYTHING: IsBound = () => true;

class Analysis {
  readonly #equal = new Equalities();
  readonly #owned: { readonly table: string; readonly term: string }[] = [];
  /** In which query that stands in an expression a table appears; 0 is the statement itself. */
  readonly #placeOf = new Map<string, number>();
  #place = 0;
  #places = 0;
  #appearances = 0;

  result(): Touched {
    const tables = [...new Set(this.#owned.map(({ table }) => table))];
    const bound = this.#owned.flatMap(({ term }) => this.#equal.values(term))[0];
    const unbound = this.#owned
      .filter(({ term }) => bound === undefined || !this.#equal.values(term).includes(bound))
      .map(({ table }) => table);
    return { tables, unbound: [...new Set(unbound)] };
  }

  /** A whole query of any kind; gives what it returns. */
  query(node: Node, outer: Scope | null): readonly Output[] {
    const [[kind, statement]] = Object.entries(node) as [[string, Node]];
    const scope: Scope = { sources: new Map(), withs: new Map(), outer };
    for (const { CommonTableExpr } of statement.withClause?.ctes ?? []) this.#with(CommonTableExpr, scope);
    if (kind === 'SelectStmt') return this.#select(statement, scope);
    if (kind === 'InsertStmt') return this.#insert(statement, scope);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') return this.#change(statement, scope);
    this.#others(statement, scope);
    return [];
  }

  /** One that may refer to itself is known by its first half while the second is read. */
  #with({ ctename, ctequery, aliascolnames }: Node, scope: Scope): void {
    const named = (outputs: readonly Output[]): readonly Output[] =>
      outputs.map((output, index) => ({ ...output, name: aliascolnames?.[index]?.String.sval ?? output.name }));
    const { larg, rarg } = ctequery.SelectStmt ?? {};
    if (larg !== undefined && JSON.stringify(rarg).includes(`"relname":"${ctename}"`)) {
      const begun = named(this.query({ SelectStmt: larg }, scope));
      scope.withs.set(ctename, begun);
      const next = this.query({ SelectStmt: rarg }, scope);
      scope.withs.set(
        ctename,
        begun.map(({ name, term }, index) => ({ name, term: this.#common(term, next[index]?.term ?? null) })),
      );
      return;
    }
    scope.withs.set(ctename, named(this.query(ctequery, scope)));
  }

  #select(statement: Node, scope: Scope): readonly Output[] {
    if (statement.larg !== undefined) {
      const left = this.query({ SelectStmt: statement.larg }, scope);
      const right = this.query({ SelectStmt: statement.rarg }, scope);
      this.#expressions(statement.sortClause, scope);
      return left.map(({ name, term }, index) => ({ name, term: this.#common(term, right[index]?.term ?? null) }));
    }
    for (const source of statement.fromClause ?? []) this.#source(source, scope);
    this.#condition(statement.whereClause, scope);
    const { targetList, groupClause, havingClause, sortClause, limitCount, limitOffset, valuesLists } = statement;
    this.#expressions([targetList, groupClause, havingClause, sortClause, limitCount, limitOffset], scope);
    const rows: Node[] = (valuesLists ?? []).map(({ List }: Node) => List.items);
    if (rows.length > 0) {
      this.#expressions(rows, scope);
      return (rows[0] as Node[]).map((_, index) => {
        const terms = rows.map((row) => this.#term(row[index], scope));
        return { name: `column${index + 1}`, term: terms.reduce((left, right) => this.#common(left, right)) };
      });
    }
    return this.#outputs(targetList, scope);
  }

  /** What two halves of a UNION, or two rows of values, have in common. */
  #common(left: string | null, right: string | null): string | null {
    if (left === null || right === null) return null;
    const values = new Set(this.#equal.values(right));
    const isCommon =
      this.#equal.reached(left).has(right) || this.#equal.values(left).some((value) => values.has(value));
    return isCommon ? left : null;
  }

  #insert(statement: Node, scope: Scope): readonly Output[] {
    const outputs = statement.selectStmt === undefined ? [] : this.query(statement.selectStmt, scope);
    const target = this.#table(statement.relation, scope);
    const columns: string[] = (statement.cols ?? []).map(({ ResTarget }: Node) => ResTarget.name);
    for (const [index, column] of columns.entries()) {
      if (column === ownerColumn(statement.relation.relname)) {
        this.#equal.join(target(column), outputs[index]?.term ?? null);
      }
    }
    const { onConflictClause, returningList } = statement;
    this.#expressions([onConflictClause, returningList], scope);
    return this.#outputs(returningList, scope);
  }

  #change(statement: Node, scope: Scope): readonly Output[] {
    this.#table(statement.relation, scope);
    for (const source of [...(statement.fromClause ?? []), ...(statement.usingClause ?? [])]) {
      this.#source(source, scope);
    }
    this.#condition(statement.whereClause, scope);
    this.#expressions([statement.targetList, statement.returningList], scope);
    return this.#outputs(statement.returningList, scope);
  }

  /** A statement that is no query, such as LOCK or ANALYZE: its tables stand as they are, bound to nothing. */
  #others(statement: Node, scope: Scope): void {
    walk(statement, (type, node) => {
      if (type !== 'RangeVar') return true;
      this.#table(node, scope);
      return false;
    });
  }

  #table(relation: Node, scope: Scope): Source {
    const { relname, alias } = relation;
    const shared = lookUp(scope, ({ withs }) => withs.get(relname));
    const source = shared === undefined ? this.#appearance(relname) : sourceOf(shared);
    scope.sources.set(alias?.aliasname ?? relname, source);
    return source;
  }

  #appearance(table: string): Source {
    this.#appearances += 1;
    const id = `${table} ${this.#appearances}`;
    this.#placeOf.set(id, this.#place);
    if (isOfCompanies(table)) this.#owned.push({ table, term: `${id}.${ownerColumn(table)}` });
    const hasNoCompany = table === 'shaon_company' || INSTALLATION_TABLES.includes(table);
    return (column) => (column === 'company_id' && hasNoCompany ? null : `${id}.${column}`);
  }

  #source(node: Node, scope: Scope): void {
    if (node.RangeVar !== undefined) this.#table(node.RangeVar, scope);
    else if (node.JoinExpr !== undefined) {
      const before = this.#appearances;
      this.#source(node.JoinExpr.larg, scope);
      const between = this.#appearances;
      this.#source(node.JoinExpr.rarg, scope);
      this.#condition(node.JoinExpr.quals, scope, this.#boundBy(node.JoinExpr.jointype, before, between));
    } else if (node.RangeSubselect !== undefined) {
      const { subquery, alias } = node.RangeSubselect;
      scope.sources.set(alias?.aliasname ?? '', sourceOf(this.query(subquery, scope)));
    } else {
      this.#expressions(node, scope);
      const name = node.RangeFunction?.alias?.aliasname;
      if (name !== undefined) scope.sources.set(name, this.#appearance(`function ${name}`));
    }
  }

  /** What the condition of a join binds: of an outer one the side that may be empty, and of a full one nothing. */
  #boundBy(jointype: string, before: number, between: number): IsBound {
    if (jointype === 'JOIN_LEFT') return (term) => numberOf(term) > between;
    if (jointype === 'JOIN_RIGHT') return (term) => numberOf(term) > before && numberOf(term) <= between;
    return jointype === 'JOIN_INNER' ? EVERYTHING : () => false;
  }

  #condition(node: Node, scope: Scope, isBound: IsBound = EVERYTHING): void {
    this.#bind(node, scope, isBound);
    this.#expressions(node, scope);
  }

  /** A condition inside an expression says nothing of the tables outside of it. */
  #isHere(term: string): boolean {
    return this.#placeOf.get(appearanceOf(term)) === this.#place;
  }

  #equate(left: string | null, right: string | null, isBound: IsBound): void {
    if (left === null || right === null) return;
    if (this.#isHere(left) && isBound(left)) this.#equal.lead(left, right);
    if (this.#isHere(right) && isBound(right)) this.#equal.lead(right, left);
  }

  /** What AND holds together. */
  #bind(node: Node, scope: Scope, isBound: IsBound): void {
    if (node?.BoolExpr?.boolop === 'AND_EXPR') for (const part of node.BoolExpr.args) this.#bind(part, scope, isBound);
    const { A_Expr: expression, SubLink: link } = node ?? {};
    if (expression?.kind === 'AEXPR_OP' && expression.name[0].String.sval === '=') {
      const [left, right] = [members(expression.lexpr), members(expression.rexpr)];
      for (const [index, member] of left.entries()) {
        this.#equate(this.#term(member, scope), this.#term(right[index], scope), isBound);
      }
    }
    // Inside it nobody knows of the side that may be empty.
    if (isBound !== EVERYTHING) return;
    if (link?.subLinkType === 'EXISTS_SUBLINK') this.query(link.subselect, scope);
    if (link?.subLinkType === 'ANY_SUBLINK' && link.operName === undefined) {
      const outputs = this.query(link.subselect, scope);
      for (const [index, member] of members(link.testexpr).entries()) {
        this.#equate(this.#term(member, scope), outputs[index]?.term ?? null, isBound);
      }
    }
  }

  /** Reads the queries that stand inside of expressions. */
  #expressions(node: Node, scope: Scope): void {
    walk(node, (type, inner) => {
      if (type !== 'SubLink') return true;
      const outside = this.#place;
      this.#places += 1;
      this.#place = this.#places;
      this.query(inner.subselect, scope);
      this.#place = outside;
      this.#expressions(inner.testexpr, scope);
      return false;
    });
  }

  #outputs(targets: Node, scope: Scope): readonly Output[] {
    return (targets ?? []).flatMap(({ ResTarget: { name, val } }: Node): Output[] => {
      const fields: Node[] = val.ColumnRef?.fields ?? [];
      if (fields.at(-1)?.A_Star === undefined) {
        return [{ name: name ?? fields.at(-1)?.String?.sval ?? null, term: this.#term(val, scope) }];
      }
      const alias = fields.length === 2 ? fields[0].String.sval : null;
      const sources = alias === null ? [...scope.sources.values()] : [scope.sources.get(alias)];
      // Of all columns only a company's matter.
      return ['company_id', 'id'].map((column) => ({ name: column, term: only(sources, column) }));
    });
  }

  #term(node: Node, scope: Scope): string | null {
    if (node?.TypeCast !== undefined) return this.#term(node.TypeCast.arg, scope);
    if (node?.ParamRef !== undefined) return `$${node.ParamRef.number}`;
    if (node?.A_Const?.ival !== undefined) return `'${node.A_Const.ival.ival ?? 0}`;
    const fields: string[] = node?.ColumnRef?.fields.map((field: Node) => field.String?.sval) ?? [];
    const column = fields.at(-1);
    if (column === undefined) return null;
    const alias = fields.length > 1 ? fields.at(-2) : undefined;
    if (alias !== undefined) return lookUp(scope, ({ sources }) => sources.get(alias))?.(column) ?? null;
    return lookUp(scope, ({ sources }) => only([...sources.values()], column) ?? undefined) ?? null;
  }
}

/** Of a column's term: the appearance of its table, and its number. */
const appearanceOf = (term: string): string => term.slice(0, term.lastIndexOf('.'));
const numberOf = (term: string): number => Number(appearanceOf(term).split(' ').at(-1));

/** The one term that sources give for a column without a table's name; null when there are several. */
function only(sources: readonly (Source | undefined)[], column: string): string | null {
  const terms = sources.map((source) => source?.(column) ?? null).filter((term) => term !== null);
  return terms.length === 1 ? (terms[0] as string) : null;
}

const sourceOf =
  (outputs: readonly Output[]): Source =>
  (column) =>
    outputs.find(({ name }) => name === column)?.term ?? null;

const members = (node: Node): Node[] => node?.RowExpr?.args ?? [node];

function lookUp<T>(scope: Scope | null, find: (scope: Scope) => T | undefined): T | undefined {
  if (scope === null) return undefined;
  return find(scope) ?? lookUp(scope.outer, find);
}

/** Visits every node, and what is inside of it unless `visit` says false. */
function walk(node: Node, visit: (type: string, node: Node) => boolean): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, inner] of Object.entries(node)) {
    if (typeof inner === 'object' && inner !== null && visit(key, inner)) walk(inner, visit);
  }
}
