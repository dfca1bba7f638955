import { readFileSync } from 'node:fs';
import type { Shift } from '@shaon/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { divideDay, type WorkInterval } from '../../src/hours/divide-day.ts';

interface HoursVectors {
  readonly cases: readonly {
    readonly name: string;
    readonly zone: string;
    readonly presets: readonly Omit<Shift, 'name'>[];
    readonly intervals: readonly (readonly [string, string])[];
    readonly minutes: number;
    readonly parts: readonly { readonly preset: number | null; readonly minutes: number }[];
  }[];
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../test-vectors/hours.json', import.meta.url), 'utf8'),
) as HoursVectors;

const MINUTE = 60_000;
const named = (preset: Omit<Shift, 'name'>): Shift => ({ ...preset, name: `Preset ${preset.id}` });
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe('a day is divided among the wage presets', () => {
  for (const { name, zone, presets, intervals, minutes, parts } of cases)
    it(name, () => {
      const times = intervals.map(([from, to]): WorkInterval => ({ from: new Date(from), to: new Date(to) }));
      const divided = divideDay(times, presets.map(named), zone);
      expect(divided.map((part) => ({ preset: part.preset?.id ?? null, minutes: part.minutes }))).to.deep.equal(parts);
      expect(sum(divided.map((part) => part.minutes))).to.equal(minutes);
    });

  it('gives back the presets themselves, and leaves what it was given as it was', () => {
    const presets = [named({ id: 9, start_time: '10:00', end_time: '11:00', wage_percentage: 150 })];
    Object.freeze(presets);
    const [regular, part] = divideDay([], presets, 'UTC');
    expect(regular?.preset).to.equal(null);
    expect(part?.preset).to.equal(presets[0]);
  });

  it('cuts times to the seconds that the API shows, and takes no time from an interval that ends before it begins', () => {
    const at = (ms: number) => new Date(Date.UTC(2026, 5, 3, 8) + ms);
    const minutesOf = (from: number, to: number) => divideDay([{ from: at(from), to: at(to) }], [], 'UTC')[0]?.minutes;
    expect(minutesOf(0, MINUTE - 1)).to.equal(0);
    expect(minutesOf(999, MINUTE)).to.equal(1);
    expect(minutesOf(MINUTE, 0)).to.equal(0);
    expect(minutesOf(0, 0)).to.equal(0);
  });

  it('refuses a zone that is none', () => {
    expect(() => divideDay([{ from: new Date(0), to: new Date(MINUTE) }], [], 'Asia/Nowhere')).to.throw(RangeError);
  });
});

/** A change of clocks in most zones lies in each of these. */
const starts = fc
  .constantFrom('2026-03-26T12:00:00Z', '2026-10-24T12:00:00Z', '2026-04-04T06:00:00Z', '2026-06-03T00:00:00Z')
  .map((text) => Date.parse(text));
const zones = fc.constantFrom('Asia/Jerusalem', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu', 'UTC');
const times = fc.option(
  fc.integer({ min: 0, max: 1_439 }).map((minute) => new Date(minute * MINUTE).toISOString().slice(11, 16)),
  { freq: 12 },
);
const presetLists = fc
  .array(fc.record({ start_time: times, end_time: times, wage_percentage: fc.integer({ min: 0, max: 300 }) }), {
    maxLength: 5,
  })
  .map((list) => list.map((preset, index) => named({ ...preset, id: index + 1 })));

/** Up to five intervals, one after the other; a step is so many units long. */
const days = (unitMs: number, longest: number) =>
  fc
    .tuple(
      starts,
      fc.array(fc.tuple(fc.integer({ min: 0, max: longest }), fc.integer({ min: 0, max: longest })), { maxLength: 5 }),
    )
    .map(([start, steps]) => {
      let at = start;
      return steps.map(([pause, work]): WorkInterval => {
        const from = at + pause * unitMs;
        at = from + work * unitMs;
        return { from: new Date(from), to: new Date(at) };
      });
    });

/** Seconds of each part, found by asking the zone's clock in each minute. */
function secondsByBruteForce(intervals: readonly WorkInterval[], presets: readonly Shift[], zone: string): number[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
  const parts = [null, ...presets.filter(({ start_time, end_time }) => start_time && end_time)];
  const seconds = parts.map(() => 0);
  for (const { from, to } of intervals) {
    for (let at = from.getTime(); at < to.getTime(); ) {
      const next = Math.min(to.getTime(), (Math.floor(at / MINUTE) + 1) * MINUTE);
      const clock = format.format(at);
      let best = 0;
      for (const [index, preset] of parts.entries()) {
        if (preset === null) continue;
        const [start, end] = [preset.start_time as string, preset.end_time as string];
        const isIn = start < end ? clock >= start && clock < end : clock >= start || clock < end;
        if (isIn && (best === 0 || preset.wage_percentage > (parts[best]?.wage_percentage ?? 0))) best = index;
      }
      seconds[best] = (seconds[best] as number) + (next - at) / 1_000;
      at = next;
    }
  }
  return seconds;
}

describe('the parts of a day', function () {
  this.timeout(60_000);

  it('of whole minutes are those of a count minute by minute', () => {
    fc.assert(
      fc.property(days(MINUTE, 400), presetLists, zones, (intervals, presets, zone) => {
        const minutes = divideDay(intervals, presets, zone).map((part) => part.minutes);
        expect(minutes.map((part) => part * 60)).to.deep.equal(secondsByBruteForce(intervals, presets, zone));
      }),
      { numRuns: 60 },
    );
  });

  it('of any times add up to the whole, cut once, and none is a minute off', () => {
    fc.assert(
      fc.property(days(1_000, 20_000), presetLists, zones, (intervals, presets, zone) => {
        const minutes = divideDay(intervals, presets, zone).map((part) => part.minutes);
        const seconds = secondsByBruteForce(intervals, presets, zone);
        expect(minutes).to.have.length(seconds.length);
        expect(sum(minutes)).to.equal(Math.floor(sum(seconds) / 60));
        for (const [part, exact] of seconds.entries()) {
          expect(Math.abs((minutes[part] as number) * 60 - exact)).to.be.below(60);
        }
      }),
      { numRuns: 60 },
    );
  });
});
