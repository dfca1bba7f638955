import { expect } from 'chai';
import { readTime } from '../../src/attendance/read-time.ts';

const ZONE = 'Asia/Jerusalem';

describe('times of imported rows', () => {
  const cases: readonly [text: string, date: string, notBefore: string | null, expected: string | null][] = [
    ['08:00', '2026-06-01', null, '2026-06-01T05:00:00.000Z'],
    ['2026-06-01 08:00', '2026-06-01', null, '2026-06-01T05:00:00.000Z'],
    ['2026-06-01T08:00:30', '2026-06-01', null, '2026-06-01T05:00:30.000Z'],
    ['2026-06-01T08:00:00+02:00', '2026-06-01', null, '2026-06-01T06:00:00.000Z'],
    ['2026-06-01 08:00Z', '2026-06-01', null, '2026-06-01T08:00:00.000Z'],
    // Microseconds, as databases and Python write them; kept to the millisecond (D:T5).
    ['2026-06-01T08:00:00.123456Z', '2026-06-01', null, '2026-06-01T08:00:00.123Z'],
    ['2026-06-01 08:00:00.999999999+02:00', '2026-06-01', null, '2026-06-01T06:00:00.999Z'],
    ['2026-06-01T08:00:30.123456', '2026-06-01', null, '2026-06-01T05:00:30.000Z'],
    ['2026-06-01T08:00:00.1234567890Z', '2026-06-01', null, null],
    // A night shift: the out is of the next day, and this night is an hour short.
    ['06:00', '2026-03-26', '2026-03-26T20:00:00Z', '2026-03-27T03:00:00.000Z'],
    // The hour that comes twice: the earlier one, unless it would lie before the in.
    ['01:30', '2026-10-25', null, '2026-10-24T22:30:00.000Z'],
    ['2026-10-25T01:30', '2026-10-25', '2026-10-24T22:45:00Z', '2026-10-24T23:30:00.000Z'],
    // Without seconds it is its minute, which is not before another time of it.
    ['08:00', '2026-06-01', '2026-06-01T05:00:40Z', '2026-06-01T05:00:40.000Z'],
    ['8:00', '2026-06-01', null, '2026-06-01T05:00:00.000Z'],
    ['2026-06-01 8:00:30', '2026-06-01', null, '2026-06-01T05:00:30.000Z'],
    ['2026-06-01 8:00Z', '2026-06-01', null, '2026-06-01T08:00:00.000Z'],
    ['6:00', '2026-06-01', '2026-06-01T19:00:00Z', '2026-06-02T03:00:00.000Z'],
    ['24:00', '2026-06-01', null, null],
    ['8:0', '2026-06-01', null, null],
    ['25:00', '2026-06-01', null, null],
    ['2026-02-30T08:00', '2026-06-01', null, null],
    ['2026-02-30T08:00:00Z', '2026-06-01', null, null],
    ['2026-06-01T08:00:00+15:00', '2026-06-01', null, null],
  ];
  for (const [text, date, notBefore, expected] of cases) {
    it(`${text} of ${date}${notBefore === null ? '' : `, not before ${notBefore}`}`, () => {
      const read = readTime(text, { date, zone: ZONE, notBefore: notBefore === null ? null : new Date(notBefore) });
      expect(read instanceof Date ? read.toISOString() : null).to.equal(expected);
    });
  }

  it('that clocks skipped are refused, with those that exist', () => {
    const skipped = { rule: 'skipped_time', params: { from: '02:00', to: '03:00' } };
    const zoned = { date: '2026-03-27', zone: ZONE };
    for (const text of ['02:00', '02:30', '02:59:59', '2026-03-27T02:30', '2026-03-27 02:15:30.5'])
      expect(readTime(text, zoned), text).to.deep.equal(skipped);
    expect(
      readTime('02:30', { ...zoned, date: '2026-03-26', notBefore: new Date('2026-03-26T20:00:00Z') }),
    ).to.deep.equal(skipped);
    for (const text of ['01:59', '03:00', '2026-03-27T02:30:00+02:00'])
      expect(readTime(text, zoned), text).to.be.instanceOf(Date);
  });
});
