/* Hand-optimised date-times in the company's zone: the zone's transitions are looked up once. */

const DAY_MS = 86_400_000;
const format = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Jerusalem', timeZoneName: 'longOffset' });

interface Segment {
  readonly since: number;
  readonly offsetMs: number;
  readonly text: string;
}

const segments: Segment[] = [];
const HOUR_MS = 3_600_000;
for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2028, 0, 1); at += HOUR_MS) {
  const text = /[+-]\d\d:\d\d/.exec(format.format(at))?.[0] ?? '+00:00';
  if (segments.at(-1)?.text === text) continue;
  segments.push({ since: at, offsetMs: Number(text.slice(0, 3)) * HOUR_MS, text });
}

const days = new Map<number, string>();
const two = (value: number) => String(value).padStart(2, '0');
const minutes = Array.from({ length: 1440 }, (_, minute) => `T${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
const seconds = Array.from({ length: 60 }, (_, second) => `:${two(second)}`);

export function dateTime(instant: number): string {
  let at = segments.length - 1;
  while (at > 0 && (segments[at] as Segment).since > instant) at--;
  const segment = segments[at] as Segment;
  const local = instant + segment.offsetMs;
  const day = Math.floor(local / DAY_MS);
  const date = days.get(day) ?? newDay(day);
  const second = Math.floor((local - day * DAY_MS) / 1_000);
  return `${date}${minutes[Math.floor(second / 60)]}${seconds[second % 60]}${segment.text}`;
}

function newDay(day: number): string {
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  days.set(day, text);
  return text;
}
