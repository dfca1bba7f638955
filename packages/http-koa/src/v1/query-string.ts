/** Names with their values; a list for repeated names. */
export type RawQuery = Readonly<Record<string, string | string[]>>;

/** The result of `readQuery` without a query string, as in most calls. */
export const NO_QUERY: RawQuery = Object.freeze(Object.create(null));

/** Parses a query string into names and values, with lists for repeated names; never throws on malformed encoding. */
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
