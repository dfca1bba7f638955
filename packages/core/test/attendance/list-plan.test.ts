import { expect } from 'chai';
import { readPath } from '../../src/attendance/list-plan.ts';

describe('the index by which a page of attendance is read', () => {
  const wanted = { offset: 0, limit: 50, from: null };
  const byOf = (days: number, alone: Partial<Record<'branch_id' | 'status', number>>) =>
    readPath([{ month: '2026-04-01', days, alone }], ['branch_id', 'status'], wanted).by;

  it("is the status's where its days come in a run", () => {
    expect(byOf(6_000, { branch_id: 12_400, status: 30_000 })).to.equal('status');
  });

  it("is the unit's where nearly all days have the status", () => {
    expect(byOf(12_380, { branch_id: 12_400, status: 61_000 })).to.equal('branch_id');
  });
});
