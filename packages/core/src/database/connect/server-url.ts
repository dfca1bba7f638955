export const POSTGRES_SCHEMES: readonly string[] = ['postgres://', 'postgresql://'];

/**
 * Whether a text is a URL that begins with one of the schemes and that a driver can decode. A driver throws an error of
 * its own for a % that is not encoded, which is common in passwords.
 */
export function isServerUrl(text: string, schemes: readonly string[]): boolean {
  if (!schemes.some((scheme) => text.startsWith(scheme)) || !URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  return [username, password, pathname].every(canBeDecoded);
}

/** Whether a value is the URL of a PostgreSQL database. */
export function isPostgresUrl(url: unknown): boolean {
  return typeof url === 'string' && isServerUrl(url, POSTGRES_SCHEMES);
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
