import { type Issue, issue } from '../input/issue.ts';
import { readTime, type TimeContext } from './import-times.ts';

export interface Break {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The breaks of an imported day: a text `12:00/12:30; 15:00/15:15`, or in JSON a list of `{ start, end }`. Each time is
 * read by `readTime`, and not before the previous one. Any other value is an issue.
 */
export function readBreaks(
  value: unknown,
  context: Omit<TimeContext, 'notBefore'>,
  checkIn: Date | null,
): Break[] | Issue {
  const pairs = pairsOf(value);
  if (pairs === null) return issue('breaks');
  const breaks: Break[] = [];
  let notBefore = checkIn;
  for (const [startText, endText] of pairs) {
    const start = readTime(startText, { ...context, notBefore });
    if (!(start instanceof Date)) return start;
    const end = readTime(endText, { ...context, notBefore: start });
    if (!(end instanceof Date)) return end;
    breaks.push({ start, end });
    notBefore = end;
  }
  return breaks;
}

function pairsOf(value: unknown): [string, string][] | null {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const pairs = value.map((one: unknown) => {
      const { start, end } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
      return [start, end];
    });
    return pairs.every((pair): pair is [string, string] => pair.every((time) => typeof time === 'string'))
      ? pairs
      : null;
  }
  if (typeof value !== 'string') return null;
  if (value.trim() === '') return [];
  const pairs = value.split(';').map((pair) => pair.split('/').map((time) => time.trim()));
  return pairs.every((pair): pair is [string, string] => pair.length === 2) ? pairs : null;
}
