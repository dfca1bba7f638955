/** Names with their values, repeated ones in a list. */
export type RawQuery = Readonly<Record<string, string | string[]>>;

/** What `readQuery` makes of no query string at all: most calls have none. */
export const NO_QUERY: RawQuery = Object.freeze(Object.create(null));

/** A query string as names with their values, repeated ones in a list; never throws on malformed encoding. */
export function readQuery(queryString: string): RawQuery {
  if (queryString === '') return NO_QUERY;
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(queryString)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}
