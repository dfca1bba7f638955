/**
 * SQL text for a test that must look past Shaon's own statements: it may name tables, all companies' rows. Only tests
 * can have it; what the packages run is made by `companySql` and its like.
 */
export function rawSql(text: string): never {
  return { text } as never;
}
