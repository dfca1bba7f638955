import { expect } from 'chai';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
  addDays,
  compareDates,
  dateOfDayNumber,
  datesOfMonth,
  dayNumber,
  firstOfMonth,
  isCalendarDate,
  isDatable,
  lastOfMonth,
  weekday,
} from '../../src/time/calendar-date.ts';

const anyDay = fc.integer({ min: -719_162, max: 2_932_896 });

describe('calendar dates', () => {
  it('are real days of the years 0001 to 9999, exactly YYYY-MM-DD (D:Q16)', () => {
    for (const date of ['0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29', '2026-12-31']) {
      expect(isCalendarDate(date), date).to.equal(true);
    }
    const refused = ['0000-01-01', '2026-02-30', '2023-02-29', '1900-02-29', '2026-2-3', '2026-13-01', '2026-00-10'];
    refused.push(
      '2026-01-00',
      '2026-04-31',
      '10000-01-01',
      ' 2026-01-01',
      '2026-01-01\n',
      '2026-01-01T00:00',
      '',
      '٢٠٢٦-٠١-٠١',
    );
    for (const text of refused) expect(isCalendarDate(text), JSON.stringify(text)).to.equal(false);
    for (const other of [['2026-06-01'], new String('2026-06-01'), 20260601, null, undefined]) {
      expect(isCalendarDate(other), JSON.stringify(other)).to.equal(false);
    }
  });

  it('agree with luxon on what is a date, for any year, month and day', () => {
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(14), fc.nat(33), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        const known = year > 0 && DateTime.fromObject({ year, month, day }, { zone: 'utc' }).isValid;
        expect(isCalendarDate(text)).to.equal(known);
      }),
      { numRuns: 2000 },
    );
  });

  it('agree with luxon on adding days and weekdays', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (day, days) => {
        fc.pre(day + days >= -719_162 && day + days <= 2_932_896);
        const date = dateOfDayNumber(day);
        const later = DateTime.fromISO(date, { zone: 'utc' }).plus({ days });
        expect(addDays(date, days)).to.equal(later.toFormat('yyyy-MM-dd'));
        expect(weekday(addDays(date, days))).to.equal(later.weekday % 7);
        expect(dayNumber(addDays(date, days))).to.equal(day + days);
      }),
      { numRuns: 1000 },
    );
  });

  it('know Sunday as 0 and the days of the epoch', () => {
    expect(weekday('2026-03-29')).to.equal(0);
    expect(weekday('2026-03-27')).to.equal(5);
    expect(dayNumber('1970-01-01')).to.equal(0);
    expect(dayNumber('0001-01-01')).to.equal(-719_162);
  });

  it('know the first day of their month', () => {
    for (const date of ['2026-02-01', '2026-02-28']) expect(firstOfMonth(date)).to.equal('2026-02-01');
  });

  it('know the last day of their month, and the days of a month', () => {
    for (const [month, last] of [
      ['2026-02', '28'],
      ['2024-02', '29'],
      ['2026-04', '30'],
      ['2026-12', '31'],
    ] as const) {
      expect(lastOfMonth(`${month}-15`)).to.equal(`${month}-${last}`);
      expect(datesOfMonth(month)).to.deep.equal({ from: `${month}-01`, to: `${month}-${last}` });
    }
    for (const text of ['2026-13', '2026-2', '2026', '']) expect(datesOfMonth(text)).to.equal(null);
  });

  it('are sorted ascending', () => {
    expect(compareDates('2026-01-31', '2026-02-01')).to.equal(-1);
    expect(compareDates('2026-02-01', '2026-01-31')).to.equal(1);
    expect(compareDates('2026-02-01', '2026-02-01')).to.equal(0);
  });

  it('have one in every zone, with dates before and after it, but at the ends of the years', () => {
    const dated = (text: string) => isDatable(new Date(text));
    expect(dated('0001-01-02T23:59:59.999Z')).to.equal(false);
    expect(dated('0001-01-03T00:00:00Z')).to.equal(true);
    expect(dated('9999-12-29T23:59:59.999Z')).to.equal(true);
    expect(dated('9999-12-30T00:00:00Z')).to.equal(false);
  });

  it('refuse to leave the years 0001 to 9999', () => {
    expect(() => addDays('9999-12-31', 1)).to.throw(RangeError);
    expect(() => addDays('0001-01-01', -1)).to.throw(RangeError);
    expect(() => addDays('2026-02-30', 1)).to.throw(RangeError);
    expect(() => dateOfDayNumber(0.5)).to.throw(RangeError);
  });
});
