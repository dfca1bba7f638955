import { withoutTokens } from './without-tokens.ts';

/** D:Q10: names, never values; bounded, for they come from outside. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 64;
const CUT = '%E2%80%A6';

/** The value of `X-Ignored-Parameters`, or null when nothing was ignored that has a name. */
export function ignoredNamesHeader(ignored: readonly string[]): string | null {
  const names = ignored.filter((name) => name !== '');
  if (names.length === 0) return null;
  const shown = names.slice(0, MAX_NAMES).map(encodeName);
  if (names.length > MAX_NAMES) shown.push(CUT);
  return shown.join(', ');
}

function encodeName(name: string): string {
  const points = [...withoutTokens(name.toWellFormed())];
  const cut = points.length > MAX_NAME_LENGTH;
  return encodeURIComponent(points.slice(0, MAX_NAME_LENGTH).join('')) + (cut ? CUT : '');
}
