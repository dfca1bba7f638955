import type { ClientBase, QueryArrayResult } from 'pg';
import { type RowOf, rowMaker } from './written-out.ts';

/** Beyond these the texts are not ours or not constant, and a server keeps what was named as long as a connection. */
const MAX_NAMES = 500;

type ClientClass = new (...options: unknown[]) => ClientBase;

/**
 * A pg client that prepares statements with parameters once for each connection: TypeORM sends them unnamed, and the
 * server then parses and plans each of them again, half of its time for a small one. Their rows are made by written-out
 * code: pg's own, a spread filled name by name, take longer, and in Node 20 survive young collections though nothing
 * holds them, a tenth of all that a list makes.
 *
 * @param options.isNaming false where a pooler cannot keep prepared statements
 */
export function namingClient(Plain: ClientClass, options: { readonly isNaming: boolean }): ClientClass {
  // A text has one name among all connections of the class: each knows it from the second time on.
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMES) return known;
    const name = `shaon_${names.size}`;
    names.set(text, name);
    return name;
  };
  return class Client extends Plain {
    override query(...sent: unknown[]): never {
      const [text, values, ...rest] = sent;
      const query = super.query as (...sent: unknown[]) => never;
      const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0;
      if (!isPlain) return query.apply(this, sent);
      const name = options.isNaming ? nameOf(text) : undefined;
      const answer: Promise<QueryArrayResult> = query.call(this, { name, text, values, rowMode: 'array' });
      return answer.then((result) => withRows(result, text)) as never;
    }
  };
}

interface Maker {
  readonly columns: readonly string[];
  readonly rowOf: RowOf;
}

const makers = new Map<string, Maker>();

function withRows(result: QueryArrayResult, text: string): object {
  if (result.rows.length === 0) return result;
  return Object.assign(result, { rows: result.rows.map(makerOf(text, result.fields)) });
}

/** The one of the text, unless a table has changed under its `*` meanwhile. */
function makerOf(text: string, fields: QueryArrayResult['fields']): RowOf {
  const known = makers.get(text);
  if (known?.columns.length === fields.length && fields.every(({ name }, index) => name === known.columns[index])) {
    return known.rowOf;
  }
  const columns = fields.map(({ name }) => name);
  const made = { columns, rowOf: rowMaker(columns) };
  if (makers.size >= MAX_NAMES) makers.clear();
  makers.set(text, made);
  return made.rowOf;
}
