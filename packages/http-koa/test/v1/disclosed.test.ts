import { expect } from 'chai';
import { disclosedDays } from '../../src/v1/disclosed.ts';

describe('what an answer with days disclosed', () => {
  const record = (employee_id: number, date: string) => ({ employee_id, date });

  it('is told by its records, its people and its dates', () => {
    const days = [record(1, '2026-03-02'), record(2, '2026-03-01'), record(1, '2026-03-03')];
    expect(disclosedDays(days)).to.deep.equal({ records: 3, people: 2, from: '2026-03-01', to: '2026-03-03' });
  });

  it("has no date that is none, because the sums of a token's use could not be made of it", () => {
    const days = [record(1, '2026-02-30'), record(2, '2026-03-01'), record(3, '')];
    expect(disclosedDays(days)).to.deep.equal({ records: 3, people: 3, from: '2026-03-01', to: '2026-03-01' });
  });
});
