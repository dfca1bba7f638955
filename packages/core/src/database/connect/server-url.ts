const SCHEMES = ['postgres://', 'postgresql://'];

/**
 * Whether a value is the URL of a PostgreSQL database that pg can decode: it throws an error of its own for a % that is
 * not encoded, which is common in passwords.
 */
export function isPostgresUrl(url: unknown): boolean {
  if (typeof url !== 'string' || !SCHEMES.some((scheme) => url.startsWith(scheme)) || !URL.canParse(url)) return false;
  const { username, password, pathname } = new URL(url);
  return [username, password, pathname].every(canBeDecoded);
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
