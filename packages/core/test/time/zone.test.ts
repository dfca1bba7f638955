import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { addDays } from '../../src/time/calendar-date.ts';
import {
  formatInstant,
  localDate,
  localTimeToInstant,
  resolveZone,
  skippedTime,
  startOfLocalDate,
} from '../../src/time/zone.ts';

interface TimeVectors {
  zone: string;
  formats: { instant: string; text: string }[];
  dayLengths: { date: string; hours: number }[];
  nightShifts: { from: [string, string]; to: [string, string]; hours: number }[];
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../test-vectors/times.json', import.meta.url), 'utf8'),
) as TimeVectors;
const { zone } = vectors;
const HOUR = 3_600_000;

describe('zones', () => {
  it('write the vectors of the decisions, whole seconds and a numeric offset (D:T4, T5)', () => {
    for (const { instant, text } of vectors.formats) {
      expect(formatInstant(new Date(instant), zone)).to.equal(text);
      expect(formatInstant(Date.parse(instant) + 999, zone), 'cut, not rounded').to.equal(text);
      expect(localDate(new Date(instant), zone)).to.equal(text.slice(0, 10));
    }
    expect(formatInstant(0, 'UTC')).to.equal('1970-01-01T00:00:00+00:00');
    expect(formatInstant(-1, 'UTC')).to.equal('1969-12-31T23:59:59+00:00');
  });

  it('know days of 23 and 25 hours (D:T7)', () => {
    for (const { date, hours } of vectors.dayLengths) {
      const length = startOfLocalDate(addDays(date, 1), zone).getTime() - startOfLocalDate(date, zone).getTime();
      expect(length / HOUR, date).to.equal(hours);
    }
  });

  it('measure night shifts over the change of the clock (D:T7)', () => {
    for (const { from, to, hours } of vectors.nightShifts) {
      const start = localTimeToInstant(...from, zone);
      const end = localTimeToInstant(...to, zone);
      expect((end.getTime() - start.getTime()) / HOUR).to.equal(hours);
      expect(localDate(start, zone)).to.equal(from[0]);
    }
  });

  it('read a time that comes twice as the earlier one, unless told otherwise', () => {
    const at = (which?: 'earlier' | 'later') => localTimeToInstant('2026-10-25', '01:30', zone, which).toISOString();
    expect(at()).to.equal('2026-10-24T22:30:00.000Z');
    expect(at('later')).to.equal('2026-10-24T23:30:00.000Z');
  });

  it('move a time that is skipped on by the gap', () => {
    const skipped = localTimeToInstant('2026-03-27', '02:30', zone);
    expect(formatInstant(skipped, zone)).to.equal('2026-03-27T03:30:00+03:00');
    expect(localTimeToInstant('2026-03-27', '02:30', zone, 'later').getTime()).to.equal(skipped.getTime());
    expect(localTimeToInstant('2026-03-27', '02:30:15', zone).getTime() - skipped.getTime()).to.equal(15_000);
  });

  it('name the times that are skipped with one of them, and none that exists (D:A25)', () => {
    for (const time of ['02:00', '02:30', '02:59:59'])
      expect(skippedTime('2026-03-27', time, zone), time).to.deep.equal({ from: '02:00', to: '03:00' });
    for (const time of ['01:59:59', '03:00']) expect(skippedTime('2026-03-27', time, zone), time).to.equal(null);
    expect(skippedTime('2026-10-25', '01:30', zone)).to.equal(null);
    expect(skippedTime('2026-10-04', '02:15', 'Australia/Lord_Howe')).to.deep.equal({ from: '02:00', to: '02:30' });
    expect(skippedTime('2026-09-06', '00:30', 'America/Santiago')).to.deep.equal({ from: '00:00', to: '01:00' });
  });

  it('begin a date where midnight is skipped at the first time that exists', () => {
    const start = (date: string, name: string) => formatInstant(startOfLocalDate(date, name), name);
    expect(start('2018-11-04', 'America/Sao_Paulo')).to.equal('2018-11-04T01:00:00-02:00');
    expect(start('1919-03-31', 'America/Toronto')).to.equal('1919-03-31T00:30:00-04:00');
    expect(start('2026-03-27', 'Asia/Beirut')).to.equal('2026-03-27T00:00:00+02:00');
    expect(start('2026-03-29', 'Asia/Beirut')).to.equal('2026-03-29T01:00:00+03:00');
    expect(start('2011-12-31', 'Pacific/Apia')).to.equal('2011-12-31T00:00:00+14:00');
  });

  it('cut historical offsets to whole minutes, so that the text still names the instant', () => {
    expect(formatInstant(Date.parse('1900-01-01T00:00:00Z'), zone)).to.equal('1900-01-01T02:20:00+02:20');
    expect(formatInstant(Date.parse('1960-01-01T00:00:00Z'), 'Africa/Monrovia')).to.equal('1959-12-31T23:16:00-00:44');
    const anyInstant = fc.integer({ min: Date.parse('1850-01-01'), max: Date.parse('1975-01-01') });
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(zone, 'Africa/Monrovia', 'Europe/Amsterdam'), (instant, name) => {
        expect(Date.parse(formatInstant(instant, name))).to.equal(Math.floor(instant / 1000) * 1000);
      }),
      { numRuns: 200 },
    );
  });

  it('are IANA names, stored as resolved; offset forms are none (D:T4)', () => {
    expect(resolveZone('Asia/Jerusalem')).to.equal('Asia/Jerusalem');
    expect(resolveZone('asia/JERUSALEM')).to.equal('Asia/Jerusalem');
    expect(resolveZone('UTC')).to.equal('UTC');
    for (const name of ['+03:00', '-0300', '\u221203', 'UTC+3', 'GMT+0', 'Mars/Olympus', '', ' Asia/Jerusalem']) {
      expect(resolveZone(name), name).to.equal(null);
    }
  });

  it('refuse what is no zone, no instant, no time or outside the years 0001 to 9999', () => {
    expect(() => formatInstant(0, 'Mars/Olympus')).to.throw(RangeError, 'Mars/Olympus');
    expect(() => formatInstant(new Date(Number.NaN), zone)).to.throw(RangeError, 'Not a valid instant');
    expect(() => formatInstant(Date.parse('9999-12-31T23:00:00Z'), zone)).to.throw(RangeError);
    expect(() => localTimeToInstant('2026-01-01', '24:00', zone)).to.throw(RangeError);
    expect(() => localTimeToInstant('2026-02-30', '10:00', zone)).to.throw(RangeError);
    expect(formatInstant(Date.parse('2026-07-01'), 'Asia/Kathmandu')).to.equal('2026-07-01T05:45:00+05:45');
  });
});
