/**
 * The next page after signing in: the page of ours that the query or the form names, else the first one. An address
 * that could lead to another site is ignored.
 */
export function pathAfterSignIn(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])[\x21-\x7E]*$/.test(asked) || asked.length > 2_000) return '/';
  const url = new URL(asked, 'http://pages.invalid');
  return url.origin === 'http://pages.invalid' && url.pathname === asked.split(/[?#]/, 1)[0] ? asked : '/';
}
