/**
 * Where a person goes on after signing in: a page of ours that the query or the form names, else the first one. What
 * could lead out of the pages is not followed.
 */
export function wayBack(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])[\x21-\x7E]*$/.test(asked) || asked.length > 2_000) return '/';
  const url = new URL(asked, 'http://pages.invalid');
  return url.origin === 'http://pages.invalid' && url.pathname === asked.split(/[?#]/, 1)[0] ? asked : '/';
}
