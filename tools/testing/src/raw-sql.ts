/**
 * SQL text for a test that must not use Shaon's own statements: it may name tables and read all companies' rows. Only
 * tests can use it; packages use `companySql` and similar tags. The mark excludes the text from the check of the
 * packages' statements.
 */
export function rawSql(text: string): never {
  const marked = `${text} /* test */`;
  return { text: marked, textFor: () => marked } as never;
}
