import type { Client, QueryArrayResult } from 'pg';
import { type MakeRow, rowMaker } from './generated-functions.ts';

/** Beyond this number texts are not ours or vary, and a server keeps a named statement as long as its connection. */
const MAX_NAMES = 500;

/**
 * How long a connection uses a plan. A plan made while a table was small scans it after it has grown, until autovacuum
 * has run. The connections of quick reads discard theirs sooner (`pipelined-reads.ts`), because a list scans more.
 */
const PLANS_FOR_MS = 5_000;

/** A class of pg's clients. */
export type ClientClass<Instance extends Client = Client> = new (
  ...options: ConstructorParameters<typeof Client>
) => Instance;

/**
 * A pg client that prepares statements with parameters once per connection. TypeORM sends them unnamed, so the server
 * parses and plans each one again, half of its time for a small one. Rows are made by generated code: pg's own rows
 * take longer to build, and in Node 20 they survive young collections although nothing holds them, a tenth of all that
 * a list allocates.
 *
 * @param options.isNaming false behind a pooler that cannot keep prepared statements
 */
export function namingClient(
  Plain: ClientClass,
  { isNaming, plansForMs = PLANS_FOR_MS }: { readonly isNaming: boolean; readonly plansForMs?: number },
): ClientClass {
  // A text has the same name on all connections of the class; each connection prepares it at its first use.
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMES) return known;
    const name = `shaon_${names.size}`;
    names.set(text, name);
    return name;
  };
  return class extends Plain {
    #plannedAt = performance.now();

    override query(...sent: unknown[]): never {
      const [text, values, ...rest] = sent;
      const query = super.query as (...sent: unknown[]) => never;
      const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0;
      if (!isPlain) return query.apply(this, sent);
      const name = isNaming ? nameOf(text) : undefined;
      if (name !== undefined && performance.now() - this.#plannedAt > plansForMs) {
        this.#plannedAt = performance.now();
        // In a transaction that has failed this fails too, and the statement behind it reports the error.
        (query.call(this, 'DISCARD PLANS') as Promise<unknown>).catch(() => undefined);
      }
      const answer: Promise<QueryArrayResult> = query.call(this, { name, text, values, rowMode: 'array' });
      return answer.then((result) => withRows(result, text)) as never;
    }
  };
}

interface Maker {
  readonly columns: readonly string[];
  readonly rowOf: MakeRow;
}

const makers = new Map<string, Maker>();

function withRows(result: QueryArrayResult, text: string): object {
  if (result.rows.length === 0) return result;
  return Object.assign(result, { rows: result.rows.map(makerOf(text, result.fields)) });
}

/** The kept maker of the text, unless a changed table has changed the columns of its `*`. */
function makerOf(text: string, fields: QueryArrayResult['fields']): MakeRow {
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
