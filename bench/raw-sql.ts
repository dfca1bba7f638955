/** SQL text for a benchmark that fills and counts tables without Shaon's own statements. */
export function rawSql(text: string): never {
  return { text } as never;
}
