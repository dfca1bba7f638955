import { expect } from 'chai';
import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { formatInstant, localDate, localTimeToInstant, startOfLocalDate } from '../../src/time/zone.ts';

/** Half hours, quarter hours, a half-hour summer time, one of two hours, Ramadan, skipped midnights, a skipped date. */
const ZONES = [
  'Asia/Jerusalem',
  'Africa/Casablanca',
  'America/Caracas',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/London',
  'Europe/Moscow',
  'Pacific/Chatham',
  'UTC',
];
const FROM = Date.UTC(2013, 0, 1);
const TO = Date.UTC(2031, 0, 1);
const DAY = 86_400_000;

const expected = (instant: number, zone: string): string =>
  DateTime.fromMillis(instant, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

/** First instants of new offsets, by luxon alone. */
function findTransitions(zone: string): number[] {
  const offset = (instant: number) => IANAZone.create(zone).offset(instant);
  const found: number[] = [];
  for (let day = FROM; day < TO; day += DAY) {
    if (offset(day) === offset(day + DAY)) continue;
    let [before, after] = [day, day + DAY];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offset(middle) === offset(day)) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

const cache = new Map<string, number[]>();

function known(zone: string): number[] {
  const found = cache.get(zone) ?? findTransitions(zone);
  cache.set(zone, found);
  return found.length > 0 ? found : [FROM];
}

describe('zones beside luxon', () => {
  for (const zone of ZONES) {
    it(`agree around every transition of ${zone} from 2013 to 2030`, () => {
      const found = known(zone);
      if (zone === 'Asia/Jerusalem') expect(found).to.have.length(36);
      for (const transition of found) {
        for (const around of [-DAY, -3_600_001, -1000, -1, 0, 1, 1000, 3_600_000, DAY]) {
          expect(formatInstant(transition + around, zone)).to.equal(expected(transition + around, zone));
        }
      }
    });
  }

  it('agree on any instant from 1973 to 2037', () => {
    const anyInstant = fc.integer({ min: Date.UTC(1973, 0), max: Date.UTC(2037, 0) });
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(...ZONES), (instant, zone) => {
        const text = formatInstant(instant, zone);
        expect(text).to.equal(expected(instant, zone));
        expect(localDate(instant, zone)).to.equal(text.slice(0, 10));
        expect(Date.parse(text)).to.equal(Math.floor(instant / 1000) * 1000);
      }),
      { numRuns: 1500 },
    );
  });

  it('find the first instant that a wall clock shows, or one after its gap', () => {
    let gaps = 0;
    const nearTransition = fc
      .constantFrom(...ZONES.filter((zone) => zone !== 'UTC'))
      .chain((zone) =>
        fc.tuple(fc.constant(zone), fc.constantFrom(...known(zone)), fc.integer({ min: -180, max: 180 })),
      );
    fc.assert(
      fc.property(nearTransition, ([zone, transition, minutes]) => {
        const offsetMs = IANAZone.create(zone).offset(transition) * 60_000;
        const wall = new Date(transition + offsetMs + minutes * 60_000).toISOString();
        const [date, time] = [wall.slice(0, 10), wall.slice(11, 16)];
        const instant = localTimeToInstant(date, time, zone).getTime();
        const shown = (at: number) => formatInstant(at, zone).slice(0, 16);
        if (shown(instant) === `${date}T${time}`) {
          for (const hours of [0.5, 1, 2]) expect(shown(instant - hours * 3_600_000)).not.to.equal(`${date}T${time}`);
        } else {
          gaps++;
          expect(shown(instant) > `${date}T${time}`).to.equal(true);
        }
      }),
      { numRuns: 1500 },
    );
    expect(gaps).to.be.greaterThan(50);
  });

  it('begin each local date at its first instant', () => {
    const day = fc.integer({ min: FROM / DAY, max: TO / DAY - 1 });
    fc.assert(
      fc.property(day, fc.constantFrom(...ZONES), (days, zone) => {
        const date = new Date(days * DAY).toISOString().slice(0, 10);
        const start = startOfLocalDate(date, zone).getTime();
        expect(localDate(start, zone)).to.equal(date);
        expect(localDate(start - 1, zone) < date).to.equal(true);
        // Where midnight comes twice, as in Gaza on 2018-10-27, luxon names the second one.
        const oracle = DateTime.fromISO(date, { zone }).startOf('day');
        if (oracle.minus(1).toISODate() !== date) expect(start).to.equal(oracle.toMillis());
      }),
      { numRuns: 1000, examples: [[17831, 'Asia/Gaza']] },
    );
  });
});
