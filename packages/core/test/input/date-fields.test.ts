import { expect } from 'chai';
import { object } from 'yup';
import { calendarDate, dateTime, notBefore, timeOfDay } from '../../src/input/date-fields.ts';
import { defineInput, validate } from '../../src/input/validate.ts';
import { accepted, errorsOf, expectRefused, rulesOf } from './field-cases.ts';

const range = defineInput(object({ date_from: calendarDate(), date_to: calendarDate().test(notBefore('date_from')) }));

describe('date fields', () => {
  it('take real dates in exactly one form (D:Q16)', () => {
    expect(accepted(calendarDate(), '2026-02-28')).to.equal('2026-02-28');
    const wrong = ['2026-02-30', '2026-2-3', ' 2026-02-03', '2026-02-03T00:00:00Z', '0000-01-01', 'today'];
    expectRefused(calendarDate(), 'date', [...wrong, 20260203, null, '', ['2026-02-03'], new Date(0)]);
    expect(accepted(calendarDate().nullable(), '')).to.equal(null);
  });

  it('refuse a range that ends before it begins, on date_to (D:Q17)', () => {
    const check = (date_from: string, date_to: string) => () => validate(range, { date_from, date_to });
    expect(errorsOf(check('2026-02-02', '2026-02-01'))).to.deep.equal({
      date_to: [{ rule: 'after_or_equal', params: { other: 'date_from' } }],
    });
    expect(check('2026-02-01', '2026-02-01')()).to.deep.equal({ date_from: '2026-02-01', date_to: '2026-02-01' });
    expect(rulesOf(check('2026-02-31', '2026-02-01'))).to.deep.equal({ date_from: ['date'] });
    expect(rulesOf(check('x', 'y'))).to.deep.equal({ date_from: ['date'], date_to: ['date'] });
    expect(validate(range, { date_to: '2026-02-01' })).to.deep.equal({ date_to: '2026-02-01' });
  });

  it('take instants with an offset as Dates', () => {
    const instant = new Date('2026-10-25T01:30:00.250+02:00');
    expect(accepted(dateTime(), '2026-10-25T01:30:00.250+02:00')).to.deep.equal(instant);
    expect(accepted(dateTime(), '2026-10-24T23:30:00Z')).to.deep.equal(new Date(Date.UTC(2026, 9, 24, 23, 30)));
    expect(accepted(dateTime(), instant)).to.equal(instant);
    const wrong = [
      '2026-02-30T00:00:00Z',
      '2026-02-03T00:00:00',
      '2026-02-03',
      '2026-02-03T24:00:00Z',
      '2026-02-03 00:00:00Z',
    ];
    expectRefused(dateTime(), 'date_time', [...wrong, '2026-02-03T00:00:00+15:00', 0, null, '', new Date(Number.NaN)]);
  });

  it('take times of day (D:O3)', () => {
    for (const time of ['00:00', '23:59']) expect(accepted(timeOfDay(), time)).to.equal(time);
    expectRefused(timeOfDay(), 'time_of_day', ['24:00', '9:00', '09:60', '09:00:00', 900, null, '']);
  });
});
