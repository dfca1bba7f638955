import { type AuditEntry, ShaonError } from '@shaon/core';
import { expect } from 'chai';
import { refusal, withCore } from '../support.ts';

withCore('the audit log', (test) => {
  const entry = (action: string): AuditEntry => ({ kind: 'system', action, companyId: test.company.companyId });
  const actions = async () => {
    const { items } = await test.core.auditReads.list(test.company, {}, { limit: 1000 });
    return items.map(({ action }) => action).filter((action) => action?.startsWith('test.'));
  };
  const shift = (name: string) => ({ name, wage_percentage: 100 });

  it('writes a row within a write, told after it what came of it, or neither', async () => {
    let made: number | undefined;
    const withinTransaction = test.core.audit.withinWrite(() => entry(`test.within ${made === undefined}`));
    made = (await test.core.shifts.create(test.company, shift('Night'), { withinTransaction })).id;
    expect(await actions()).to.deep.equal(['test.within true']);

    const shifts = await test.core.shifts.list(test.company);
    const failing = test.core.audit.withinWrite(() => {
      throw new ShaonError('state_conflict', 'No.');
    });
    await refusal(test.core.shifts.create(test.company, shift('Never'), { withinTransaction: failing }));
    expect(await test.core.shifts.list(test.company)).to.deep.equal(shifts);
    await refusal(
      test.core.transaction(async (manager) => {
        await test.core.shifts.create(test.company, shift('Never'), { manager, withinTransaction });
        throw new Error('The host thinks better of it.');
      }),
    );
    expect(await actions()).to.deep.equal(['test.within true']);
  });

  it('goes on when what is told of its commits throws', async () => {
    test.core.audit.onFlush = () => {
      throw new Error('The metrics are broken.');
    };
    await test.core.audit.commit(entry('test.first'));
    await test.core.audit.commit(entry('test.second'));
    test.core.audit.onFlush = null;
    expect(await actions()).to.include.members(['test.first', 'test.second']);
  });
});
