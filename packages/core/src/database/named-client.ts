import type { ClientBase } from 'pg';

/** Beyond these the texts are not ours or not constant, and a server keeps what was named as long as a connection. */
const MAX_NAMES = 500;

/** A text has one name in the whole process: a connection knows it from the second time on. */
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `shaon_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * A pg client whose statements with parameters are prepared once for each connection: TypeORM sends them unnamed, and
 * the server then parses and plans each of them again, half of its time for a small one (LIBRARIES 2). Loaded late: who
 * runs on SQLite has no pg.
 */
export async function namedClient(): Promise<new () => ClientBase> {
  const { default: pg } = await import('pg');
  return class NamedClient extends pg.Client {
    override query(...sent: unknown[]): never {
      const [text, values, ...rest] = sent;
      const query = super.query as (...sent: unknown[]) => never;
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query.apply(this, sent);
      return query.call(this, { name: nameOf(text), text, values }, ...rest);
    }
  };
}
