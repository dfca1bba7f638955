import { DAY_MS } from './durations.ts';

/** About 398 days; the offsets of a zone are looked up once for each such span. */
const SPAN_MS = 2 ** 35;

/**
 * The offset that applies from `since` until `until`, in whole minutes east of UTC, and as in ISO 8601: `+02:00`. After
 * `until` another segment begins, which may have the same offset.
 */
export interface OffsetSegment {
  readonly since: number;
  readonly until: number;
  readonly offsetMs: number;
  readonly offset: string;
}

/**
 * A zone's offsets by instant. Each span is searched once with Intl (some 400 look-ups, under a millisecond) and kept
 * as its few transitions, so that formatting a list of date-times needs no Intl call.
 */
export class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat;
  readonly #spans = new Map<number, readonly OffsetSegment[]>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
  }

  /** The segment that contains the instant (epoch milliseconds). */
  at(instant: number): OffsetSegment {
    const span = Math.floor(instant / SPAN_MS);
    const segments = this.#spans.get(span) ?? this.#load(span);
    for (let i = segments.length - 1; i > 0; i--) {
      const segment = segments[i]!;
      if (segment.since <= instant) return segment;
    }
    return segments[0]!;
  }

  #load(span: number): readonly OffsetSegment[] {
    const start = span * SPAN_MS;
    const end = start + SPAN_MS;
    let since = start;
    let offset = this.#lookUp(start);
    const segments: OffsetSegment[] = [];
    for (let from = start; from < end; from += DAY_MS) {
      const to = Math.min(from + DAY_MS, end - 1);
      const next = this.#lookUp(to);
      if (next === offset) continue;
      const until = this.#firstInstantOf(next, from, to);
      segments.push(segmentOf(since, until, offset));
      since = until;
      offset = next;
    }
    segments.push(segmentOf(since, end, offset));
    this.#spans.set(span, segments);
    return segments;
  }

  /** The first millisecond after `from`, at most `to`, at which the offset is `offset`. */
  #firstInstantOf(offset: number, from: number, to: number): number {
    let before = from;
    let after = to;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.#lookUp(middle) === offset) after = middle;
      else before = middle;
    }
    return after;
  }

  /**
   * Offset in milliseconds, truncated to whole minutes: local mean times such as +02:20:54 cannot be written in ISO
   * 8601. Because the local time uses the truncated offset too, the text still means the same instant.
   */
  #lookUp(instant: number): number {
    const match = /GMT(?:([+\u2212-])(\d{2}):(\d{2}))?/.exec(this.#format.format(instant));
    if (match?.[1] === undefined) return 0;
    const minutes = Number(match[2]) * 60 + Number(match[3]);
    return (match[1] === '+' ? minutes : -minutes) * 60_000;
  }
}

function segmentOf(since: number, until: number, offsetMs: number): OffsetSegment {
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    since,
    until,
    offsetMs,
    offset: `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
  };
}
