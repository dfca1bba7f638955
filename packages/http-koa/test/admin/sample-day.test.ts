import type { Shift } from '@shaon/core';
import { expect } from 'chai';
import { stretchesOf } from '../../src/admin/pages/shifts/sample-day.ts';

describe('the sample day beside the presets', () => {
  const preset = (id: number, start_time: string | null, end_time: string | null, wage_percentage: number): Shift => ({
    ...{ id, name: `Preset ${id}`, start_time, end_time, wage_percentage },
  });
  const shown = (...presets: readonly Shift[]) =>
    stretchesOf(presets).map(({ from, to, preset: paid }) => `${from} ${to} ${paid?.id ?? '-'}`);

  it('has gaps, the better-paid preset of an overlap, and a night in two parts', () => {
    expect(shown(preset(1, '16:00', '23:00', 125), preset(2, '22:00', '06:00', 150))).to.deep.equal([
      '00:00 06:00 2',
      '06:00 16:00 -',
      '16:00 22:00 1',
      '22:00 24:00 2',
    ]);
  });

  it('is whole by a preset of 24 hours, and has none of a preset without hours', () => {
    expect(shown(preset(1, '08:00', '08:00', 125))).to.deep.equal(['00:00 24:00 1']);
    expect(shown(preset(1, null, null, 200), preset(2, '08:00', null, 150))).to.deep.equal(['00:00 24:00 -']);
  });
});
