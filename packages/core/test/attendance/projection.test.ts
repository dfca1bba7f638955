import type { PunchKind } from '@shaon/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { isDayOpen, openedAt, type PunchFact, project, segmentsOf, workedMs } from '../../src/attendance/projection.ts';
import { ordersOfDay, placePunches } from '../../src/attendance/punch-order.ts';

const kinds = fc.constantFrom<PunchKind>('in', 'out', 'break_start', 'break_end');

/** Punches in the order of their times, a minute to six hours apart. */
const punches = fc
  .array(fc.record({ kind: kinds, minutes: fc.integer({ min: 1, max: 360 }) }), { maxLength: 12 })
  .map((steps) => {
    let time = Date.parse('2026-06-01T05:00:00Z');
    return steps.map(({ kind, minutes }): PunchFact => {
      time += minutes * 60_000;
      return { kind, at: new Date(time) };
    });
  });

describe('projection', () => {
  it('never ends before it begins, and waits for an end exactly while open', () => {
    fc.assert(
      fc.property(punches, (day) => {
        const { checkIn, checkOut } = project(day);
        if (checkIn !== null && checkOut !== null && !day.some((punch) => punch.kind === 'out' && punch.at < checkIn)) {
          expect(checkOut.getTime()).to.be.at.least(checkIn.getTime());
        }
        expect(checkOut === null).to.equal(day.length === 0 || isDayOpen(day));
      }),
    );
  });

  it('splits a day into segments that lie one after another and add up to the time worked', () => {
    fc.assert(
      fc.property(punches, (day) => {
        const ends = segmentsOf(day)
          .flatMap(({ checkIn, checkOut }) => [checkIn, checkOut])
          .filter((end) => end !== null);
        for (let index = 1; index < ends.length; index++) {
          expect((ends[index] as Date).getTime()).to.be.at.least((ends[index - 1] as Date).getTime());
        }
        const span = day.length === 0 ? 0 : (day.at(-1) as PunchFact).at.getTime() - (day[0] as PunchFact).at.getTime();
        expect(workedMs(day)).to.be.within(0, span);
        expect(openedAt(day) !== null).to.equal(
          isDayOpen(day) && day.some(({ kind }) => kind === 'in' || kind === 'break_end'),
        );
      }),
    );
  });
});

/** `in 8`, `out 12.5`: a punch at an hour of one day, without a zone. */
const day = (...steps: string[]): PunchFact[] =>
  steps.map((step) => {
    const [kind, hour] = step.split(' ');
    return { kind: kind as PunchKind, at: at(Number(hour)) };
  });
const at = (hour: number) => new Date(Date.UTC(2026, 5, 1) + hour * 3_600_000);
const hourOf = (time: Date | null) => time && (time.getTime() - Date.UTC(2026, 5, 1)) / 3_600_000;

/** Punches, then check-in and check-out, the segments, the hours worked, and since when they are in (D:T6, T8, V11). */
const DAYS: readonly (readonly [
  punches: readonly string[],
  ends: readonly [number | null, number | null],
  segments: readonly (readonly [number | null, number | null])[],
  hours: number,
  openedAt: number | null,
])[] = [
  [[], [null, null], [], 0, null],
  [['in 8', 'out 16'], [8, 16], [[8, 16]], 8, null],
  [['in 8'], [8, null], [[8, null]], 0, 8],
  [
    ['in 8', 'out 12', 'in 13', 'out 17.5'],
    [8, 17.5],
    [
      [8, 12],
      [13, 17.5],
    ],
    8.5,
    null,
  ],
  [
    ['in 8', 'out 12', 'in 13'],
    [8, null],
    [
      [8, 12],
      [13, null],
    ],
    4,
    13,
  ],
  [['in 8', 'break_start 12'], [8, null], [[8, 12]], 4, 8],
  [
    ['in 8', 'break_start 12', 'break_end 13'],
    [8, null],
    [
      [8, 12],
      [13, null],
    ],
    4,
    13,
  ],
  [
    ['in 8', 'break_start 12', 'break_end 13', 'out 17'],
    [8, 17],
    [
      [8, 12],
      [13, 17],
    ],
    8,
    null,
  ],
  // They went home from the break: the break is no work.
  [['in 8', 'break_start 12', 'out 13'], [8, 13], [[8, 12]], 4, null],
  // The in was forgotten, or the out before the next in.
  [['out 16'], [null, 16], [[null, 16]], 0, null],
  [
    ['out 7', 'in 8', 'out 16'],
    [8, 16],
    [
      [null, 7],
      [8, 16],
    ],
    8,
    null,
  ],
  [
    ['in 1', 'in 20', 'out 23'],
    [1, 23],
    [
      [1, null],
      [20, 23],
    ],
    3,
    null,
  ],
  [['break_end 9', 'out 12'], [9, 12], [[9, 12]], 3, null],
];

describe('the projection of', () => {
  for (const [steps, ends, segments, hours, opened] of DAYS) {
    it(steps.join(', ') || 'no punches', () => {
      const punched = day(...steps);
      const { checkIn, checkOut } = project(punched);
      expect([hourOf(checkIn), hourOf(checkOut)]).to.deep.equal(ends);
      expect(segmentsOf(punched).map((one) => [hourOf(one.checkIn), hourOf(one.checkOut)])).to.deep.equal(segments);
      expect(workedMs(punched)).to.equal(hours * 3_600_000);
      expect(hourOf(openedAt(punched))).to.equal(opened);
      expect(isDayOpen(punched)).to.equal(steps.length > 0 && !steps.at(-1)?.startsWith('out'));
    });
  }

  it('hours cuts a day once, to whole minutes of the seconds that the API shows (D:A27)', () => {
    const exact = (kind: PunchKind, time: string): PunchFact => ({ kind, at: new Date(`2026-06-01T${time}Z`) });
    const minutesOf = (...punches: PunchFact[]) => workedMs(punches) / 60_000;
    expect(minutesOf(exact('in', '08:00:40.900'), exact('out', '16:00:40.100'))).to.equal(480);
    expect(minutesOf(exact('in', '08:00:40'), exact('out', '16:00:35'))).to.equal(479);
    const halves = [
      exact('in', '08:00:30'),
      exact('out', '09:00:00'),
      exact('in', '10:00:30'),
      exact('out', '11:00:00'),
    ];
    expect(minutesOf(...halves), 'not each interval').to.equal(119);
    const [first] = halves as [PunchFact];
    expect(workedMs([first], exact('out', '08:01:29').at)).to.equal(0);
    expect(workedMs([first], exact('out', '08:01:30').at)).to.equal(60_000);
    const forgotten = [exact('in', '06:00:00'), exact('in', '08:00:00')];
    expect(workedMs(forgotten, exact('out', '09:00:00').at), 'only the last in goes on').to.equal(3_600_000);
  });

  it('places takes those of the first check-in and of the last check-out', () => {
    const places = [
      { lat: 1, lng: 2, accuracyMeters: 3 },
      { lat: 4, lng: 5, accuracyMeters: 6 },
      { lat: 7, lng: 8, accuracyMeters: 9 },
      { lat: 10, lng: 11, accuracyMeters: null },
    ] as const;
    const placed = (...steps: string[]) => {
      const {
        checkIn: _in,
        checkOut: _out,
        ...points
      } = project(day(...steps).map((punch, index) => ({ ...punch, ...places[index] })));
      return Object.values(points);
    };
    expect(placed('in 8', 'out 12', 'in 13', 'out 17')).to.deep.equal([1, 2, 3, 10, 11, null]);
    expect(placed('out 7', 'in 8', 'out 12')).to.deep.equal([4, 5, 6, 7, 8, 9]);
    expect(placed('in 8')).to.deep.equal([1, 2, 3, null, null, null]);
    expect(placed('out 17')).to.deep.equal([null, null, null, 1, 2, 3]);
  });
});

/** A day's punches at `hh:mm` or `hh:mm:ss`, and what is given besides; then the orders that pair best. */
const ORDERS: readonly (readonly [existing: string, given: string, orders: readonly string[]])[] = [
  ['in 08:00:40', 'out 08:00', ['in out']],
  ['in 08:00:40 out 16:00:35', 'in 16:00', ['in out in']],
  ['in 08:00:40 in 16:00:35', 'out 16:00', ['in out in']],
  ['in 08:00 out 12:00:30 in 12:00:50 out 17:00', 'in 12:00 out 12:00', ['in out in out in out']],
  ['in 08:00 break_start 12:00:10 out 17:00', 'break_end 12:00', ['in break_start break_end out']],
  // Nothing pairs five punches, so that the hours depend on the choice.
  ['in 08:00 out 16:00:10 in 16:00:40 out 18:00', 'in 16:00', ['in in out in out', 'in out in in out']],
  // With seconds, or of another minute, the time decides.
  ['in 08:00:40', 'out 08:00:20', ['out in']],
  ['in 08:01', 'out 08:00', ['out in']],
];

describe('the orders of', () => {
  const parsed = (text: string): PunchFact[] => {
    const words = text.split(' ');
    const times = words.filter((_, index) => index % 2 === 1);
    return times.map((time, index) => ({
      kind: words[2 * index] as PunchKind,
      at: new Date(`2026-06-01T${time.padEnd(8, ':00')}Z`),
    }));
  };
  for (const [known, given, orders] of ORDERS) {
    it(`${known}, and ${given}`, () => {
      const [existing, added] = [parsed(known), parsed(given)];
      const all = [...existing, ...added].sort((a, b) => a.at.getTime() - b.at.getTime());
      const found = ordersOfDay(all, existing);
      expect(found.map(({ kinds }) => kinds)).to.deep.equal(orders);
      for (const order of found) {
        const placed = placePunches(order.punches, existing, null);
        expect(placed.map(({ kind }) => kind).join(' '), 'the chosen one stays').to.equal(order.kinds);
        expect(workedMs(placed)).to.equal(order.workedMs);
      }
    });
  }

  it('any punches, which are as many, with existing ones as they were', () => {
    const minutes = fc.array(fc.record({ kind: kinds, second: fc.constantFrom(0, 60, 61, 75, 120) }), {
      maxLength: 12,
    });
    const times = (day: readonly { kind: PunchKind; second: number }[]): PunchFact[] =>
      day
        .map(({ kind, second }) => ({ kind, at: new Date(1e12 - (1e12 % 60_000) + second * 1_000) }))
        .sort((a, b) => a.at.getTime() - b.at.getTime());
    fc.assert(
      fc.property(minutes, minutes, (before, more) => {
        const existing = times(before);
        const all = [...existing, ...times(more)].sort((a, b) => a.at.getTime() - b.at.getTime());
        const placed = placePunches(all, existing, null);
        expect(placed.map(({ kind }) => kind).sort()).to.deep.equal(all.map(({ kind }) => kind).sort());
        for (const [index, { at: time }] of placed.entries()) {
          if (index > 0) expect(time.getTime()).to.be.at.least((placed[index - 1] as PunchFact).at.getTime());
        }
      }),
    );
  });

  it('a day of the most punches in one minute, without delay', () => {
    const all = Array.from({ length: 500 }, (_, index) => ({
      kind: index % 2 ? ('out' as const) : ('in' as const),
      at: at(8),
    }));
    expect(placePunches(all, [], null)).to.deep.equal(all);
    const spread = all.map(({ kind }, index) => ({ kind, at: at(index / 60) }));
    expect(placePunches(spread, [], null)).to.deep.equal(spread);
  });
});
