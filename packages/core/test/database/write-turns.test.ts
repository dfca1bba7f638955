import { expect } from 'chai';
import { departmentTable } from '../../src/organization/department.ts';
import { deferred } from '../held-transaction.ts';
import { withCore } from '../support.ts';

/** More than a pool has connections. */
const WAITING = 12;

withCore('writes of a company that all wait for one lock', (test) => {
  if (test.database.type === 'sqlite') return;

  it('leave connections to reads and to writes of other companies', async () => {
    const { id } = await test.core.organization.createDepartment(test.company, { name: 'Ovens' });
    const locked = deferred();
    const release = deferred();
    const change = (whenLocked: () => Promise<void>) =>
      test.core.extension.database.write(test.company, 'test', {}, async (company) => {
        await company.lockOne(departmentTable, id);
        await whenLocked();
      });
    const holding = change(async () => {
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    let ended = 0;
    const waiting = Array.from({ length: WAITING }, () =>
      change(async () => {
        ended += 1;
      }),
    );
    const all = Promise.allSettled([holding, ...waiting]);
    try {
      await test.core.organization.createDepartment(test.foreign, { name: 'Counter' });
      await test.core.transaction(async () => undefined);
      expect(await test.core.organization.departments(test.foreign)).to.have.lengthOf(1);
      expect(ended).to.equal(0);
    } finally {
      release.resolve();
      await all;
    }
    expect(ended).to.equal(WAITING);
  });
});
