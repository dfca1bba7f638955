import { expect } from 'chai';
import { checkDay, type DayFacts, defaultStatus, isApproved } from '../../src/import/attendance-row-rules.ts';
import type { ImportedDay } from '../../src/import/import-input.ts';
import type { InputErrors } from '../../src/input/issue.ts';

/** Local times of Israel's summer. */
const time = (text: string) => new Date(`${text}:00+03:00`);
const NOW = time('2026-06-10T12:00');

interface Row {
  readonly in?: string;
  readonly out?: string;
  readonly breaks?: readonly (readonly [start: string, end: string])[];
  readonly status?: string;
  readonly day?: Partial<ImportedDay>;
}

/** A row of 2026-06-01, and the fields that are wrong with their rules. */
const ROWS: readonly (readonly [row: Row, wrong: Readonly<Record<string, string>>])[] = [
  [{ in: '2026-06-01T08:00', out: '2026-06-01T16:00' }, {}],
  [{}, { check_in: 'required' }],
  [{ day: { absence_type: 'מחלה' } }, {}],
  [{ in: '2026-06-01T08:00', out: '2026-06-01T08:00' }, {}],
  [{ in: '2026-06-01T08:00', out: '2026-06-01T07:59' }, { check_out: 'after_or_equal' }],
  [{ in: '2026-06-02T00:00', out: '2026-06-02T08:00' }, { check_in: 'on_its_date' }],
  [{ in: '2026-06-01T22:00', out: '2026-06-02T06:00' }, {}],
  [{ out: '2026-06-01T23:59' }, {}],
  [{ out: '2026-06-02T00:00' }, { check_out: 'on_its_date' }],
  [{ in: '2026-06-01T08:00', out: '2026-06-03T07:59' }, {}],
  [{ in: '2026-06-01T08:00', out: '2026-06-03T08:00' }, { check_out: 'same_day' }],
  [{ in: '2026-06-01T08:00', out: '2026-06-01T16:00', breaks: [['2026-06-01T12:00', '2026-06-01T12:00']] }, {}],
  [
    { in: '2026-06-01T08:00', out: '2026-06-01T16:00', breaks: [['2026-06-01T12:01', '2026-06-01T12:00']] },
    { breaks: 'within_day' },
  ],
  [
    { in: '2026-06-01T08:00', out: '2026-06-01T16:00', breaks: [['2026-06-01T07:59', '2026-06-01T12:00']] },
    { breaks: 'within_day' },
  ],
  [
    { in: '2026-06-01T08:00', out: '2026-06-01T16:00', breaks: [['2026-06-01T15:00', '2026-06-01T16:01']] },
    { breaks: 'within_day' },
  ],
  [{ in: '2026-06-01T08:00', breaks: [['2026-06-03T07:00', '2026-06-03T07:59']], status: 'open' }, {}],
  [
    { in: '2026-06-01T08:00', breaks: [['2026-06-01T12:00', '2026-06-03T08:00']], status: 'open' },
    { breaks: 'within_day' },
  ],
  [{ out: '2026-06-01T16:00', breaks: [['2026-06-01T12:00', '2026-06-01T12:30']] }, { check_in: 'required' }],
  [{ in: '2026-06-01T08:00', status: 'open' }, {}],
  [{ in: '2026-06-01T08:00', out: '2026-06-01T16:00', status: 'open' }, { status: 'contradicts' }],
  [{ out: '2026-06-01T16:00', status: 'open' }, { status: 'contradicts' }],
  [{ out: '2026-06-01T16:00', status: 'archived' }, { status: 'in' }],
  ...(['approved', 'pending', 'open', 'rejected', 'locked'] as const).flatMap((status) =>
    [true, false, null].map((said) => {
      const isWrong =
        (status === 'approved' && said === false) || (!['approved', 'locked'].includes(status) && said === true);
      const row = { in: '2026-06-01T08:00', ...(status !== 'open' && { out: '2026-06-01T16:00' }) };
      return [{ ...row, status, day: { is_approved: said } }, isWrong ? { is_approved: 'contradicts' } : {}] as const;
    }),
  ),
  [{ in: '2026-06-01T08:00', day: { check_in_lat: 1, check_in_lng: 2 }, status: 'open' }, {}],
  [{ in: '2026-06-01T08:00', day: { check_in_lat: 1 }, status: 'open' }, { check_in_lng: 'required' }],
  [{ in: '2026-06-01T08:00', day: { check_in_lng: 1 }, status: 'open' }, { check_in_lat: 'required' }],
  [{ in: '2026-06-01T08:00', day: { check_in_accuracy_meters: 1 }, status: 'open' }, { check_in_lat: 'required' }],
  [{ in: '2026-06-01T08:00', day: { check_out_lat: 1, check_out_lng: 2 }, status: 'open' }, { check_out: 'required' }],
];

describe('an imported day', () => {
  const errorsOf = (row: Row, date = '2026-06-01', now = NOW) => {
    const facts: DayFacts = {
      ...{ date, day: row.day ?? {}, status: row.status ?? 'pending' },
      run: {
        now,
        isExport: false,
        settings: { zone: 'Asia/Jerusalem', workDayHours: 24 } as DayFacts['run']['settings'],
      },
      checkIn: row.in === undefined ? null : time(row.in),
      checkOut: row.out === undefined ? null : time(row.out),
      breaks: (row.breaks ?? []).map(([start, end]) => ({ start: time(start), end: time(end) })),
      statuses: new Set(['open', 'pending', 'approved', 'rejected', 'locked']),
    };
    const errors: InputErrors = {};
    checkDay(facts, errors);
    return Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.rule]));
  };

  it('has as many breaks as a day has punches', () => {
    const noon = '2026-06-01T12:00';
    const row = (breaks: number): Row => ({
      ...{ in: '2026-06-01T08:00', out: '2026-06-01T16:00' },
      breaks: Array.from({ length: breaks }, () => [noon, noon] as const),
    });
    expect(errorsOf(row(249))).to.deep.equal({});
    expect(errorsOf(row(250))).to.deep.equal({ breaks: 'max' });
  });

  for (const [row, wrong] of ROWS) {
    it(`${JSON.stringify(row)} ${Object.keys(wrong).length === 0 ? 'is taken' : `is wrong in ${Object.keys(wrong)}`}`, () => {
      expect(errorsOf(row)).to.deep.equal(wrong);
    });
  }

  it('lies in the past, up to this moment', () => {
    const row = { in: '2026-06-10T11:00', out: '2026-06-10T12:00' };
    expect(errorsOf(row, '2026-06-10')).to.deep.equal({});
    const soon = new Date(NOW.getTime() - 1);
    expect(errorsOf(row, '2026-06-10', soon)).to.deep.equal({ check_out: 'not_after_now' });
    expect(errorsOf({ in: '2026-06-10T12:00' }, '2026-06-10', soon)).to.deep.equal({ check_in: 'not_after_now' });
    const open = { in: '2026-06-10T08:00', status: 'open' };
    expect(errorsOf({ ...open, breaks: [['2026-06-10T11:00', '2026-06-10T12:00']] }, '2026-06-10')).to.deep.equal({});
    expect(errorsOf({ ...open, breaks: [['2026-06-10T11:00', '2026-06-10T12:01']] }, '2026-06-10')).to.deep.equal({
      breaks: 'within_day',
    });
  });

  it('is open while its check-out is missing, else pending, unless it says so itself', () => {
    expect(defaultStatus(NOW, null)).to.equal('open');
    expect(defaultStatus(NOW, NOW)).to.equal('pending');
    expect(defaultStatus(null, NOW)).to.equal('pending');
    expect(defaultStatus(null, null)).to.equal('pending');
  });

  it('is approved by its status, and in a status of the product’s own by what it says', () => {
    for (const said of [true, false, null]) expect(isApproved('approved', said)).to.equal(true);
    for (const status of ['open', 'pending', 'rejected']) expect(isApproved(status, true), status).to.equal(false);
    expect(isApproved('locked', true)).to.equal(true);
    for (const said of [false, null]) expect(isApproved('locked', said)).to.equal(false);
  });
});
