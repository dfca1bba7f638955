import { expect } from 'chai';
import { abbreviationsOf } from '../../src/admin/pages/attendance/day-badges.ts';

describe('the letters of kinds of absence', () => {
  it('are as few as tell them apart, three at most', () => {
    const letters = (...labels: string[]) => [...abbreviationsOf(labels).values()];
    expect(letters('חופש', 'מחלה', 'מילואים')).to.deep.equal(['ח', 'מח', 'מי']);
    expect(letters('Sick', 'Sick child', 'Sea')).to.deep.equal(['Sic', 'Sic', 'Se']);
    expect(letters('A', 'AB', 'B')).to.deep.equal(['A', 'AB', 'B']);
    expect(letters('😀a', '😁a', '')).to.deep.equal(['😀', '😁', '']);
  });

  it('take no longer than the page where there are thousands', function () {
    this.timeout(5_000);
    const labels = Array.from({ length: 20_000 }, (_, index) => `${String.fromCodePoint(0x4e00 + index)} kind`);
    expect(abbreviationsOf(labels).get(labels.at(-1) ?? '')).to.have.lengthOf(1);
  });
});
