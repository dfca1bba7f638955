/** One word for the log: the code or the name of what was thrown. Not its message, which may quote a value. */
export function errorWord(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}
