/** One word for the log: the error's code or name, not its message, which may contain values. */
export function errorCodeOrName(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}
