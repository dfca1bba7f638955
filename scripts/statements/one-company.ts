import { parseSync } from 'libpg-query';

/*
 * Whether a statement for PostgreSQL touches the rows of one company alone: what a cluster that spreads the tables by
 * company needs, because such a statement runs whole on the machine that holds the company. The text is read by
 * PostgreSQL's own parser. Every table of companies in it has to be bound to one and the same company, by a value or by
 * an equality that leads to one; a condition inside OR, NOT or CASE binds nothing.
 */

/** Tables without a company: the installation's own. On a cluster they are not spread. */
export const INSTALLATION_TABLES: readonly string[] = [
  'shaon_secret',
  'shaon_audit_mark',
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

/** Which terms are equal, by sets that are joined. A term is a column of one table's appearance, or a value. */
class Equalities {
  readonly #parent = new Map<string, string>();
  readonly #valued = new Set<string>();

  root(term: string): string {
    const parent = this.#parent.get(term);
    return parent === undefined ? term : this.root(parent);
  }

  join(left: string | null, right: string | null): void {
    if (left === null || right === null) return;
    const [from, to] = [this.root(left), this.root(right)];
    if (from === to) return;
    this.#parent.set(from, to);
    if (this.isValue(from)) this.#valued.add(to);
  }

  /** Whether a set holds a value that stands in the statement or is given to it. */
  isValue(root: string): boolean {
    return root.startsWith('$') || root.startsWith("'") || this.#valued.has(root);
  }
}

class Analysis {
  readonly #equal = new Equalities();
  readonly #owned: { readonly table: string; readonly term: string }[] = [];
  #appearances = 0;

  result(): Touched {
    const tables = [...new Set(this.#owned.map(({ table }) => table))];
    const bound = this.#owned.map(({ term }) => this.#equal.root(term)).find((root) => this.#equal.isValue(root));
    const unbound = this.#owned.filter(({ term }) => this.#equal.root(term) !== bound).map(({ table }) => table);
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
    return this.#equal.root(left) === this.#equal.root(right) ? left : null;
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
    if (isOfCompanies(table)) this.#owned.push({ table, term: `${id}.${ownerColumn(table)}` });
    const hasNoCompany = table === 'shaon_company' || INSTALLATION_TABLES.includes(table);
    return (column) => (column === 'company_id' && hasNoCompany ? null : `${id}.${column}`);
  }

  #source(node: Node, scope: Scope): void {
    if (node.RangeVar !== undefined) this.#table(node.RangeVar, scope);
    else if (node.JoinExpr !== undefined) {
      this.#source(node.JoinExpr.larg, scope);
      this.#source(node.JoinExpr.rarg, scope);
      this.#condition(node.JoinExpr.quals, scope);
    } else if (node.RangeSubselect !== undefined) {
      const { subquery, alias } = node.RangeSubselect;
      scope.sources.set(alias?.aliasname ?? '', sourceOf(this.query(subquery, scope)));
    } else {
      this.#expressions(node, scope);
      const name = node.RangeFunction?.alias?.aliasname;
      if (name !== undefined) scope.sources.set(name, this.#appearance(`function ${name}`));
    }
  }

  #condition(node: Node, scope: Scope): void {
    this.#bind(node, scope);
    this.#expressions(node, scope);
  }

  /** What AND holds together. */
  #bind(node: Node, scope: Scope): void {
    if (node?.BoolExpr?.boolop === 'AND_EXPR') for (const part of node.BoolExpr.args) this.#bind(part, scope);
    const { A_Expr: expression, SubLink: link } = node ?? {};
    if (expression?.kind === 'AEXPR_OP' && expression.name[0].String.sval === '=') {
      const [left, right] = [members(expression.lexpr), members(expression.rexpr)];
      for (const [index, member] of left.entries()) {
        this.#equal.join(this.#term(member, scope), this.#term(right[index], scope));
      }
    }
    if (link?.subLinkType === 'ANY_SUBLINK' && link.operName === undefined) {
      const outputs = this.query(link.subselect, scope);
      for (const [index, member] of members(link.testexpr).entries()) {
        this.#equal.join(this.#term(member, scope), outputs[index]?.term ?? null);
      }
    }
  }

  /** Reads the queries that stand inside of expressions. */
  #expressions(node: Node, scope: Scope): void {
    walk(node, (type, inner) => {
      if (type !== 'SubLink') return true;
      this.query(inner.subselect, scope);
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
