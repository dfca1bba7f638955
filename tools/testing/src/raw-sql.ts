/**
 * SQL text for a test that must look past Shaon's own statements: it may name tables, all companies' rows. Only tests
 * can have it; what the packages run is made by `companySql` and its like. The mark keeps it from being judged as theirs.
 */
export function rawSql(text: string): never {
  return { text: `${text} /* test */` } as never;
}
