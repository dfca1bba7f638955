import { withoutTokens } from '../http/without-tokens.ts';

/** D:Q10: names, never values; limited, because callers choose them. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 64;
/** Ten long Hebrew names would take 7.8 kB, and a proxy with a small header buffer would answer 502. */
const MAX_LENGTH = 2_048;
const CUT = '%E2%80%A6';
const END = `, ${CUT}`;

/** The value of `X-Ignored-Parameters`; null if no named parameter was ignored. */
export function ignoredNamesHeader(ignored: readonly string[]): string | null {
  const names = ignored.filter((name) => name !== '');
  if (names.length === 0) return null;
  let header = '';
  for (const [index, name] of names.entries()) {
    const longer = `${header}${index === 0 ? '' : ', '}${encodeName(name)}`;
    if (index === MAX_NAMES || longer.length + END.length > MAX_LENGTH) return header + END;
    header = longer;
  }
  return header;
}

function encodeName(name: string): string {
  const points = [...withoutTokens(name.toWellFormed())];
  const cut = points.length > MAX_NAME_LENGTH;
  return encodeURIComponent(points.slice(0, MAX_NAME_LENGTH).join('')) + (cut ? CUT : '');
}
